import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../style/base.css';
import '../../../parts/parts.css';
import '../server.css';
import type { ConsoleRow } from '../../../../domain/rows.ts';
import { serverStream } from '../../../../protocol/streams.ts';
import { draw } from '../../../app/doubles.tsx';
import { FakeConnection, SERVER_ID } from '../../../data/doubles.ts';
import { startTexts } from '../../../text/i18n.ts';
import { ConsoleLog } from './console-log.tsx';
import type { LogAddress } from './log-address.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

/** Every seventh is long: lines are not of one height. */
function line(seq: number): ConsoleRow {
  const text = `line ${seq}${seq % 7 === 0 ? ' and what follows it'.repeat(20) : ''}`;
  return {
    id: `${SERVER_ID}:${seq}`,
    server_id: SERVER_ID,
    seq,
    at: Date.UTC(2026, 0, 1) + seq * 20_000,
    line: { kind: 'console', direction: 'in', text, actor: null },
  };
}
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const stream = (floor: number, position: number) => ({
  id: serverStream(SERVER_ID, 'console'),
  server_id: SERVER_ID,
  position,
  floor,
  more: true,
});
const EVERYTHING: LogAddress = { which: 'console', kinds: [], hits: false, text: '' };
const LAST = 10_000;

/** A console that is as long as one may be, in a panel of a screen's height. */
async function open() {
  const connection = new FakeConnection()
    .put('streams', [stream(LAST - 999, LAST)])
    .put('console', run(LAST - 999, LAST))
    .answer('consolePage', ({ query }) => {
      const before = Number(query?.before);
      const rows = run(Math.max(1, before - 3_000), before - 1);
      const entries = rows.map(({ seq, at, line: entry }) => ({ seq, at, entry }));
      return { ok: true, value: { position: LAST, entries, more: before > 3_001 } };
    });
  const screen = (
    <div style={{ display: 'flex', height: 500 }}>
      <ConsoleLog serverId={SERVER_ID} address={EVERYTHING} />
    </div>
  );
  leave = draw(screen, connection, '/server');
  await expect.element(page.getByText('1,000 entries').first()).toBeVisible();
  return connection;
}

const log = () => document.querySelector<HTMLElement>('[role=log]')!;
const drawn = () => [...document.querySelectorAll<HTMLElement>('[role=log] li')];
const fromEnd = () => log().scrollHeight - log().scrollTop - log().clientHeight;
const shows = (text: string) => {
  const seen = log().getBoundingClientRect();
  return drawn().some((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const inside = bottom > seen.top && top < seen.bottom;
    return inside && new RegExp(`${text}(?!\\d)`).test(one.textContent ?? '');
  });
};

async function older(count: string) {
  await page.getByRole('button', { name: 'Load older entries' }).click();
  await expect.element(page.getByText(`${count} entries`).first()).toBeVisible();
}

it('draws the lines in sight of ten thousand, the newest first, each with its place', async () => {
  await open();
  await older('4,000');
  await older('7,000');
  await older('10,000');
  expect(drawn().length).toBeLessThan(120);
  await expect.poll(() => shows(`line ${LAST}`)).toBe(true);
  await expect.poll(fromEnd).toBeLessThan(24);
  expect(drawn().at(-1)?.getAttribute('aria-posinset')).toBe(drawn().at(-1)?.ariaSetSize);
});

it('stays at its end while lines come, also of a full log', async () => {
  const connection = await open();
  await expect.poll(() => shows(`line ${LAST}`)).toBe(true);
  for (let last = LAST + 1; last <= LAST + 30; last += 1) {
    connection.put('streams', [stream(last - 999, last)]).put('console', run(last - 999, last));
    await expect.poll(() => shows(`line ${last}`)).toBe(true);
    await expect.poll(fromEnd).toBeLessThan(24);
  }
});

it('keeps what is read in its place while lines come, go and are loaded before it, and counts the new', async () => {
  const connection = await open();
  await expect.poll(() => shows(`line ${LAST}`)).toBe(true);
  log().focus();
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}');
  await expect.poll(fromEnd).toBeGreaterThan(300);
  const stands = async () => {
    let before = Number.NaN;
    await expect
      .poll(() => {
        const last = before;
        before = log().scrollTop;
        return before - last;
      })
      .toBe(0);
  };
  await stands();
  const middle = log().getBoundingClientRect().top + 200;
  const read = drawn().find((one) => one.getBoundingClientRect().bottom > middle)!;
  const text = read.textContent;
  const top = () =>
    drawn()
      .find((one) => one.textContent === text)
      ?.getBoundingClientRect().top ?? Number.NaN;
  const was = top();
  const still = async () => {
    await expect.poll(() => Math.abs(top() - was)).toBeLessThan(2);
  };
  connection.put('streams', [stream(LAST - 989, LAST + 10)]);
  connection.put('console', run(LAST - 989, LAST + 10));
  await expect.element(page.getByRole('button', { name: '10 new entries' })).toBeVisible();
  await still();
  await older('4,000');
  await still();
  await page.getByRole('button', { name: '10 new entries' }).click();
  await expect.poll(() => shows(`line ${LAST + 10}`)).toBe(true);
  await expect.element(page.getByRole('button', { name: /new entr/ })).not.toBeInTheDocument();
});

it('goes to its first line and back by the keyboard', async () => {
  await open();
  log().focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(() => shows(`line ${LAST - 999}`), { timeout: 5_000 }).toBe(true);
  await userEvent.keyboard('{End}');
  await expect.poll(() => shows(`line ${LAST}`), { timeout: 5_000 }).toBe(true);
});
