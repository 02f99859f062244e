import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import { draw } from '../app/doubles.tsx';
import { SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, connection, NOON, profile } from './doubles.ts';
import { Traces } from './traces.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const at = { uses: 2, first: NOON - 5, last: NOON };

it('says what each trace is and where, and finds among them', async () => {
  const on = connection().answer('personTraces', () => ({
    ok: true,
    value: {
      traces: [
        { kind: 'persona', value: 'xX Ann Xx', server_id: null, ...at },
        { kind: 'ipv4', value: '192.0.2.7', server_id: SERVER_ID, ...at },
        { kind: 'ipv6', value: '2001:db8::1', server_id: SERVER_ID, ...at },
      ],
      more: true,
    },
  }));
  leave = draw(<Traces profile={profile} />, on, `/profile/${ANN}`);
  await expect
    .element(page.getByRole('row', { name: /^Steam name xX Ann Xx (Times )?2/ }))
    .toBeVisible();
  await expect.element(page.getByText(/how often Steam said so/)).toBeVisible();
  await page.getByLabelText('Filter').fill('2001');
  await expect.element(page.getByRole('row', { name: /^IPv6 address 2001:db8::1/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^IPv4 address/ })).not.toBeInTheDocument();
  await expect.element(page.getByText(/Older ones are not shown/)).toBeVisible();
});

it.each([390, 700, 1_110])(
  'shows all of a trace without scrolling to the side at %d',
  async (width) => {
    await page.viewport(width, 800);
    await loadStyles();
    const value = '2001:db8:1111:2222:3333:4444:5555:6666';
    const traces = [{ kind: 'ipv6' as const, value, server_id: SERVER_ID, ...at }];
    const on = connection().answer('personTraces', () => ({
      ok: true,
      value: { traces, more: false },
    }));
    leave = draw(<Traces profile={profile} />, on, `/profile/${ANN}`);
    const cell = page.getByRole('row').last().getByRole('cell').nth(3);
    await expect.element(cell).toBeVisible();
    const scroller = cell.element().closest('.person-scroll')!;
    expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth);
    // As a card it says what each of its lines is.
    const { content } = getComputedStyle(cell.element(), '::before');
    expect(content.includes('First')).toBe(width === 390);
  },
);

it('draws the latest of many until the others are asked for, and finds among all', async () => {
  const traces = Array.from({ length: 23 }, (_, n) => ({
    kind: 'ipv4' as const,
    value: `192.0.2.${n}`,
    server_id: SERVER_ID,
    ...at,
  }));
  const on = connection().answer('personTraces', () => ({
    ok: true,
    value: { traces, more: false },
  }));
  leave = draw(<Traces profile={profile} />, on, `/profile/${ANN}`);
  const rows = page.getByRole('row', { name: /^IPv4 address/ });
  await expect.poll(() => rows.elements().length).toBe(20);
  await page.getByLabelText('Filter').fill('192.0.2.22');
  await expect.element(rows).toBeVisible();
  await page.getByLabelText('Filter').fill('');
  await page.getByRole('button', { name: 'Show 3 more' }).click();
  await expect.poll(() => rows.elements().length).toBe(23);
});

it('is not shown by a plan that does not include it, or who may see no identifiers', async () => {
  const opens = { ...profile.opens, traces: false };
  leave = draw(<Traces profile={{ ...profile, opens }} />, connection(), `/profile/${ANN}`);
  await expect.element(page.getByText(/Your plan does not include this/)).toBeVisible();
  leave();
  const servers = profile.servers.map((one) => ({ ...one, identities: null }));
  leave = draw(<Traces profile={{ ...profile, servers }} />, connection(), `/profile/${ANN}`);
  await expect.element(page.getByRole('region', { name: 'Traces' })).not.toBeInTheDocument();
});
