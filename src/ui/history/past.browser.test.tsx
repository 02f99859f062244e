import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Route } from 'wouter';
import '../style/base.css';
import '../parts/parts.css';
import '../shell/frame/frame.css';
import type { RecordedEvent } from '../../domain/known.ts';
import { eventLineOf } from '../../domain/recordings/write.ts';
import { to } from '../../domain/routes/routes.ts';
import { PAST_AROUND } from '../../protocol/history/past-calls.ts';
import { focusRings } from '../../../tests/support/focus-rings.ts';
import { World } from '../../testing/world.ts';
import type { CallAnswer, Outcome } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { ReplayedScreens } from '../app/replayed-screens.tsx';
import { accountRow, FakeConnection, refusal, serverRow } from '../data/doubles.ts';
import { ToPast } from '../parts/to-past.tsx';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { PastPage } from './past-page.tsx';

type Kept = CallAnswer<'serverPast'>['kept'];

const MINUTE = 60_000;
const DAY = 86_400_000;
const AT = Math.floor(Date.now() / DAY) * DAY - 3 * DAY;
const server = new World(AT).addServer('Chernarus 1', 60);
const row = serverRow({ id: server.id });
const ANN = 'c'.repeat(24);
const ALL: Kept = { sessions: 0, feed: 0, console: 0 };

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
beforeEach(() => page.viewport(1_440, 900));
afterEach(() => leave?.());

/** What the host tells of a moment: Ann and Bob were on, and Bob left five minutes later. */
function told(at: number, change: Partial<CallAnswer<'serverPast'>> = {}) {
  const [from, until] = [at - PAST_AROUND, at + PAST_AROUND];
  const world = new World(from);
  const then = world.addServer('Chernarus 1', 60);
  world.join(then, 'Ann', { muster_id: ANN });
  world.join(then, 'Bob');
  const opening = { servers: [world.snapshot(then)], whole: true };
  world.pass(PAST_AROUND + 5 * MINUTE);
  const bob = [...then.players.values()].find(({ name }) => name === 'Bob')!;
  const left = world.leave(then, bob).filter(({ stream }) => stream?.endsWith('/list'));
  // There a replay can stand.
  const signs = Array.from({ length: 7 }, (_, n) => {
    const moment = from + 10 * MINUTE * n;
    return { source: 'realtime', event: 'keepalive', at: moment, data: { sent: null } };
  });
  const events = [
    { source: 'rest', event: 'servers', at: from, data: opening },
    ...[...signs, ...left.map((frame) => ({ source: 'realtime', ...frame }))].toSorted(
      (a, b) => a.at - b.at,
    ),
  ].map((event) => eventLineOf(0, event as RecordedEvent));
  const value = { from, until, events, kept: ALL, unsure: [], ...change };
  return { ok: true, value } as const;
}

function open(
  at = AT,
  answer: (at: number) => Outcome<CallAnswer<'serverPast'>> = (moment) => told(moment),
) {
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: { [server.id]: ['server.view', 'server.view.feed'] } })])
    .put('server', [{ ...row, configuration: { ...row.configuration, created_at: AT - 30 * DAY } }])
    .answer('serverPast', ({ query }) => answer(Number(query?.at)));
  leave = draw(
    <Route path="/past/:server_id/:moment" nest>
      {({ server_id: id, moment }) => (
        <PastPage serverId={id} moment={moment} screens={<ReplayedScreens />} />
      )}
    </Route>,
    connection,
    to.past(server.id, at),
    null,
  );
  return connection;
}

const banner = page.getByRole('complementary', { name: 'In the past' });
const field = page.getByRole('textbox', { name: 'Go to a moment in the past' });
const names = () =>
  [...document.querySelectorAll('.players .player-link bdi')].map((name) => name.textContent);
/** It takes a worker of its own to show them. */
async function expectOn(...shown: readonly string[]): Promise<void> {
  await expect.poll(names, { timeout: 15_000 }).toEqual(shown);
}
const moment = () => location.pathname.split('/')[3];
const address = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

it('says which moment is meant while it is typed, and goes there by Enter', async () => {
  leave = draw(<ToPast server={row} />, new FakeConnection(), to.serverDashboard(server.id));
  await field.click();
  await userEvent.keyboard('21:00 yesterday');
  const day = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/09:00:00\sPM/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe(to.past(server.id, Date.parse(`${day}T21:00Z`)));
});

it('reads a moment by UTC where the browser does not know the server’s zone', async () => {
  const { configuration } = row;
  const unknown = { ...row, configuration: { ...configuration, timezone: 'Mars/Olympus' } };
  leave = draw(<ToPast server={unknown} />, new FakeConnection(), to.serverDashboard(server.id));
  await field.fill('2026-01-02 10:00');
  await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/10:00.*UTC/);
});

it('goes nowhere for what is no moment, and says how to write one', async () => {
  leave = draw(<ToPast server={row} />, new FakeConnection(), to.serverDashboard(server.id));
  for (const wrong of ['soon', '2999-01-01 10:00']) {
    await field.fill(wrong);
    await expect.element(page.getByText(/^Write it like yesterday 21:00/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  }
  expect(location.pathname).toBe(to.serverDashboard(server.id));
  await field.fill('-2h');
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
});

it('shows who was on, moves by the keyboard, and leaves the address for others', async () => {
  const connection = open();
  await expectOn('Ann', 'Bob');
  await expect.element(banner.getByText(/Nothing can be done from here/)).toBeVisible();
  page.getByRole('button', { name: 'Ten minutes later' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expectOn('Ann');
  expect(moment()).toBe(address(AT + 10 * MINUTE));
  expect(connection.calls.filter(({ name }) => name === 'serverPast')).toHaveLength(1);
  await field.fill(address(AT - DAY));
  await userEvent.keyboard('{Enter}');
  await expect.poll(moment).toBe(address(AT - DAY));
  await expectOn('Ann', 'Bob');
  expect(connection.calls.filter(({ name }) => name === 'serverPast')).toHaveLength(2);
  await expect
    .element(page.getByRole('link', { name: 'Back to now' }))
    .toHaveAttribute('href', to.serverDashboard(server.id));
});

it('goes to the kick before and the next restart, and says where there is none', async () => {
  const connection = open().answer('pastJump', ({ query }) => ({
    ok: true,
    value: { at: query?.to === 'kick' ? AT - 20 * MINUTE : null },
  }));
  await expectOn('Ann', 'Bob');
  await page.getByRole('button', { name: 'Previous kick' }).click();
  await expect.poll(moment).toBe(address(AT - 20 * MINUTE));
  await page.getByRole('button', { name: 'Next restart or outage' }).click();
  await expect.element(page.getByText(/^There is no other/).first()).toBeVisible();
  expect(connection.calls.at(-1)?.input).toMatchObject({
    query: { to: 'restart', direction: 'next' },
  });
  expect(moment()).toBe(address(AT - 20 * MINUTE));
});

it('plays, and stands still at the moment that one goes to', async () => {
  open();
  await expectOn('Ann', 'Bob');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Ten minutes later' }).click();
  await expectOn('Ann');
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(Date.parse(moment() ?? '')).toBeGreaterThanOrEqual(AT + 10 * MINUTE);
});

it('says no more that a moment could not be opened, once one is back where it can', async () => {
  open(AT, (at) => (at === AT ? told(at) : refusal('permission-denied')));
  await expectOn('Ann', 'Bob');
  const failed = page.getByRole('alert');
  await field.fill(address(AT - DAY));
  await userEvent.keyboard('{Enter}');
  await expect.element(failed).toBeVisible();
  await field.fill(address(AT));
  await userEvent.keyboard('{Enter}');
  await expect.element(failed).not.toBeInTheDocument();
});

it('takes for now what is no moment, and asks for it once', async () => {
  const connection = open();
  leave?.();
  leave = draw(
    <PastPage serverId={server.id} moment="soon" screens={null} />,
    connection,
    `/past/${server.id}/soon`,
  );
  await expect.element(banner).toBeVisible();
  expect(connection.calls.filter(({ name }) => name === 'serverPast')).toHaveLength(1);
});

it('offers no jump to whoever may not read the feed', async () => {
  open(AT, (at) => told(at, { kept: { ...ALL, feed: null, console: null } }));
  await expectOn('Ann', 'Bob');
  await expect.element(page.getByRole('button', { name: 'Previous kick' })).not.toBeInTheDocument();
});

it.each([
  ['before the server was added', AT - 40 * DAY, {}, /^This server was added to Muster on/],
  [
    'beyond what is kept',
    AT,
    { kept: { ...ALL, sessions: AT + 1 } },
    /^That day is no longer kept/,
  ],
  [
    'beyond the feed',
    AT,
    { kept: { ...ALL, feed: AT + 1 } },
    /^Chat and events are only kept back to/,
  ],
  [
    'where nobody knows who left',
    AT,
    { unsure: [{ id: 'a'.repeat(24), name: 'Cid', from: AT - 1, to: null }] },
    /^1 player may have left before.*Cid/,
  ],
] as const)('says so %s', async (_, at, change, text) => {
  open(at, (asked) => told(asked, change as never));
  await expect.element(page.getByText(text)).toBeVisible();
});

it('opens the card of whoever may have left, and from there the one on which something can be done', async () => {
  const world = new World(AT);
  const there = world.addServer('Chernarus 1', 60);
  world.join(there, 'Ann');
  const unsure = [...there.players.values()].map(({ id, name }) => ({
    id,
    name,
    from: AT - 1,
    to: null,
  }));
  open(AT, (asked) => told(asked, { unsure }));
  const notice = page.getByText(/^1 player may have left before/);
  await notice.getByRole('link', { name: 'Ann' }).click();
  await expect.element(page.getByText(/^Here for/)).toBeVisible();
  expect(moment()).toBe(address(AT));
  await page.getByRole('dialog').getByRole('link', { name: 'Open the live card' }).click();
  await expect.poll(() => location.pathname).toBe(to.serverDashboard(server.id));
  expect(location.search).toBe(`?player=${server.id}.p${ANN}`);
});

it('says why it cannot be seen, and tries again', async () => {
  let allowed = false;
  open(AT, (at) => (allowed ? told(at) : refusal('permission-denied')));
  await expect.element(page.getByRole('heading', { name: 'In the past' })).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
  allowed = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectOn('Ann', 'Bob');
});

/** How far two boxes are from each other, to the side or below. */
function distance(one: DOMRect, other: DOMRect): number {
  const aside = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  return Math.max(aside, Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom));
}

it('fits a phone, and its buttons do not touch', async () => {
  await page.viewport(390, 844);
  open();
  await expectOn('Ann', 'Bob');
  expect(document.documentElement.scrollWidth).toBe(390);
  const places = [...banner.element().querySelectorAll('button, a, input')].map((one) =>
    one.getBoundingClientRect(),
  );
  const lineOf = (name: string) =>
    Math.round(page.getByRole('button', { name }).element().getBoundingClientRect().top);
  // What belongs together is in one line: ten minutes back and on, and what can be jumped to beside the link.
  expect(lineOf('Ten minutes later')).toBe(lineOf('Ten minutes earlier'));
  expect(lineOf('Copy the link')).toBe(lineOf('Previous kick'));
  for (const { left, right, width, height } of places) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  const touching = places.flatMap((one, index) =>
    places.slice(index + 1).filter((other) => distance(one, other) < 4),
  );
  expect(touching).toEqual([]);
});

it.each([1_440, 390])(
  'shows all of the ring around whatever has the focus at %i',
  async (width) => {
    await page.viewport(width, 844);
    open();
    await expectOn('Ann', 'Bob');
    const { stops, cut } = await focusRings();
    expect(stops).toBeGreaterThan(15);
    expect(cut).toEqual([]);
  },
);

it('shows the server where an address ends with the moment', async () => {
  open();
  await expectOn('Ann', 'Bob');
  history.replaceState(null, '', to.past(server.id, AT, ''));
  await expectOn('Ann', 'Bob');
  await expect.poll(() => location.pathname).toBe(to.past(server.id, AT));
});

it('copies a link to the moment that is looked at', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => written.mock.calls).toEqual([[location.origin + to.past(server.id, AT)]]);
  written.mockRestore();
});
