import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import './frame.css';
import type { ServerRow } from '../../../domain/rows.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { draw } from '../../app/doubles.tsx';
import { holdClock } from '../../data/clock.ts';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { FrameShell } from './frame-shell.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  holdClock(null);
});

const idOf = (number: number) => number.toString(16).padStart(24, '0');

function named(number: number, change: Partial<ServerRow> = {}): ServerRow {
  const row = serverRow({ id: idOf(number), ...change });
  return { ...row, configuration: { ...row.configuration, identifier: `Server ${number}` } };
}

async function open(servers: readonly ServerRow[], address = '/dashboard') {
  await page.viewport(1_400, 900);
  const permissions = Object.fromEntries(servers.map(({ id }) => [id, [...SERVER_PERMISSION]]));
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: permissions })])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('servers', servers);
  leave = draw(
    <FrameShell>
      <button type="button">in the page</button>
    </FrameShell>,
    connection,
    address,
  );
  const root = document.querySelector<HTMLElement>('#root');
  if (root !== null) root.style.height = '100vh';
  await expect.element(page.getByText('Server 1', { exact: true }).first()).toBeVisible();
  return connection;
}

const focused = () => document.activeElement;

it('draws of a thousand servers those that are seen, and is one tab stop of a dozen at most', async () => {
  await open(Array.from({ length: 1_000 }, (_, number) => named(number + 1)));
  expect(document.querySelectorAll('.widget-row').length).toBeLessThan(60);
  let stops = 0;
  do {
    await userEvent.keyboard('{Tab}');
    stops += 1;
  } while (focused()?.textContent !== 'in the page' && stops < 100);
  // The top bar has two more: the palette, and the account.
  expect(stops - 1 + 2).toBeLessThanOrEqual(12);
});

it('lists the servers in the order that the person gave them', async () => {
  const { followed } = await open([named(1)]);
  const lists = followed.filter((query) => query.view === 'servers');
  expect(lists.map(({ sort, direction }) => [sort, direction])).toContainEqual(['nav', 'asc']);
});

it('goes along the pages by the arrow keys, and comes back to where it was', async () => {
  await open([named(1)]);
  const pages = () => [...document.querySelectorAll<HTMLElement>('.nav-link')];
  const stop = () => pages().filter(({ tabIndex }) => tabIndex === 0);
  expect(stop()).toEqual([pages()[0]]);
  pages()[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(focused()).toBe(pages()[1]);
  await expect.poll(stop).toEqual([pages()[1]]);
  await userEvent.keyboard('{End}');
  expect(focused()).toBe(pages().at(-1));
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(focused()).toBe(pages()[0]);
});

it('goes from row to row and to the pages of a row by the arrow keys', async () => {
  await open(
    Array.from({ length: 1_000 }, (_, number) => named(number + 1)),
    `/dashboard/${idOf(2)}`,
  );
  const current = page.getByRole('link', { name: 'Server 2', exact: false }).first();
  await expect.element(current).toHaveAttribute('tabindex', '0');
  current.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()?.getAttribute('href')).toBe(`/server/${idOf(2)}/overview`);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => focused()?.getAttribute('href')).toBe(`/dashboard/${idOf(3)}`);
  await userEvent.keyboard('{End}');
  await expect.poll(() => focused()?.getAttribute('href')).toBe(`/dashboard/${idOf(1_000)}`);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => focused()?.getAttribute('href')).toBe(`/dashboard/${idOf(1)}`);
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()?.getAttribute('href')).toBe('/preferences/server-nav');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()?.getAttribute('href')).toBe(`/dashboard/${idOf(1)}`);
});

it('shows the links of a row under the pointer, at the focus and on its own page, where they take the place of the count', async () => {
  await open([named(1), named(2)], `/dashboard/${idOf(2)}`);
  const elsewhere = page.getByRole('button', { name: 'in the page' });
  const line = (number: number) =>
    document.querySelectorAll<HTMLElement>('.widget-line')[number - 1]!;
  const links = (number: number) =>
    [...line(number).querySelectorAll<HTMLElement>('.widget-links a')]
      .filter((link) => link.offsetParent !== null)
      .map((link) => link.title);
  await elsewhere.hover();
  expect([links(1), links(2)]).toEqual([[], ['Manage', 'Logs']]);
  // Said to those who do not see it, and no room is taken from the name.
  const count = line(2).querySelector('.widget-players')!;
  expect(getComputedStyle(count).clipPath).not.toBe('none');
  expect(count.getBoundingClientRect().width).toBeLessThanOrEqual(1);
  expect(getComputedStyle(line(1).querySelector('.widget-players')!).clipPath).toBe('none');
  await userEvent.hover(line(1));
  expect(links(1)).toEqual(['Manage', 'Logs']);
  await elsewhere.hover();
  expect(links(1)).toEqual([]);
  line(1).querySelector('a')?.focus();
  expect(links(1)).toEqual(['Dashboard', 'Manage', 'Logs']);
  expect(line(2).querySelector('.widget-menu')?.checkVisibility()).toBe(false);
});

it('has its links in a menu of each row where nothing hovers, which Escape closes', async () => {
  // A browser that was once told that nothing hovers stays so: the rules for that are what is switched on here.
  const rules = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .map(({ media }) => media)
    .filter(({ mediaText }) => mediaText === '(hover: none)');
  expect(rules.length).toBeGreaterThan(0);
  for (const media of rules) media.mediaText = 'all';
  try {
    await open([named(1), named(2)]);
    const line = document.querySelector<HTMLElement>('.widget-line')!;
    const links = () =>
      [...line.querySelectorAll<HTMLElement>('.widget-links a')].filter((link) =>
        link.checkVisibility(),
      );
    expect(links()).toEqual([]);
    const menu = page.getByRole('button', { name: /Server 1/ }).first();
    await menu.click();
    await expect.element(menu).toHaveAttribute('aria-expanded', 'true');
    expect(links().map(({ innerText }) => innerText)).toEqual(['Dashboard', 'Manage', 'Logs']);
    for (const link of [...links(), menu.element()]) {
      const { width, height } = link.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await userEvent.keyboard('{Escape}');
    await expect.poll(links).toEqual([]);
  } finally {
    for (const media of rules) media.mediaText = '(hover: none)';
  }
});

it('says in the sidebar when a server restarts soon', async () => {
  const now = Date.UTC(2026, 0, 1, 12);
  holdClock(now);
  const { environment } = serverRow();
  const inMs = (left: number) => ({
    environment: { ...environment, next_restart: { local: new Date(now + left).toISOString() } },
  });
  await open([named(1, inMs(9 * 60_000)), named(2, inMs(5 * 3_600_000))]);
  const signs = [...document.querySelectorAll('.widget-line')].map(
    (line) => line.querySelector('.next-restart [aria-hidden]:not(svg)')?.textContent,
  );
  expect(signs).toEqual(['9 min', undefined]);
});

it('says players of one that is online, and lets one that is down stand out', async () => {
  const state = { ...serverRow().state, state: 'DISCONNECTED', offline: true } as const;
  const configuration = { ...named(3).configuration, restricted: true };
  await open([named(1), named(2, { state }), named(3, { state, configuration })]);
  // A row under the pointer has a colour of its own.
  await userEvent.hover(page.getByRole('button', { name: 'in the page' }));
  const [up, down, rests] = document.querySelectorAll<HTMLElement>('.widget-line');
  expect(up?.textContent).toContain('12/60');
  expect(down?.textContent).toContain('Offline');
  expect(down?.textContent).not.toContain('12/60');
  const red = (line: HTMLElement | undefined) => getComputedStyle(line!).backgroundColor;
  expect(red(down)).not.toBe(red(up));
  expect(rests?.textContent).toContain('Restricted');
  expect(red(rests)).toBe(red(up));
});
