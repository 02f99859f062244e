import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import '../../shell/frame/frame.css';
import type { ConsoleRow, FeedRow, IntentionRow } from '../../../domain/rows.ts';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { draw } from '../../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  refusal,
  SERVER_ID,
  serverRow,
} from '../../data/doubles.ts';
import { FrameShell } from '../../shell/frame/frame-shell.tsx';
import { startTexts } from '../../text/i18n.ts';
import { ServerDashboardPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const id = (number: number) => number.toString(16).padStart(24, '0');
const players = Array.from({ length: 60 }, (_, number) =>
  playerView({ id: id(number), muster_id: id(number + 500), name: `Player ${number}`, ping: 40 }),
);

function said(seq: number): FeedRow {
  const player = { id: id(seq % 60), muster_id: null, name: `Player ${seq % 60}` };
  const entry = { kind: 'chat' as const, player, channel: 'Side', text: `Line ${seq}` };
  return { id: `${SERVER_ID}:${seq}`, server_id: SERVER_ID, seq, at: seq * 1_000, entry };
}
const feed = (count: number) => Array.from({ length: count }, (_, index) => said(index + 1));

const asked: IntentionRow = {
  id: 'asked',
  server_id: SERVER_ID,
  action: SERVER_ACTION.MESSAGE_PUBLIC,
  player_id: null,
  player_name: null,
  text: 'Hello',
  at: Date.now(),
  state: 'done',
  answer: '',
  error: null,
};

const TABLE = `Players on server:\n${'0   192.0.2.1:2304    47   aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(OK) Ann   '.repeat(3)}`;

const arranged = (console: RowOf<'arrangements'>['console']) => ({
  id: accountRow().muster_id,
  server_id: null,
  console,
});

async function open(
  width: number,
  height: number,
  search = '',
  refuse?: () => ReturnType<typeof refusal>,
  kept: readonly RowOf<'arrangements'>[] = [],
) {
  await page.viewport(width, height);
  const line: ConsoleRow = {
    id: `${SERVER_ID}:1`,
    server_id: SERVER_ID,
    seq: 1,
    at: 0,
    line: { kind: 'console', direction: 'answer', text: TABLE, actor: null },
  };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('servers', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    .put('players', players)
    .put('names', players)
    .put('feed', feed(80))
    .put('console', [line])
    .tell('arrangements', kept)
    .answer('arrangementSet', ({ body }) => {
      if (refuse !== undefined) return refuse();
      connection.tell('arrangements', [arranged(body?.console ?? 'tab')]);
      return { ok: true, value: { position: 1 } };
    });
  leave = draw(
    <FrameShell top={null}>
      <ServerDashboardPage serverId={SERVER_ID} />
    </FrameShell>,
    connection,
    `/dashboard/${SERVER_ID}${search}`,
  );
  await expect.element(page.getByRole('tab').first()).toBeVisible();
  return connection;
}

/** Whether all of an element is in sight, in its list and in the window. */
function isInSight(element: Element, list: Element): boolean {
  const place = element.getBoundingClientRect();
  const of = list.getBoundingClientRect();
  return place.top >= of.top && place.bottom <= Math.min(of.bottom, innerHeight);
}

it('shows twenty of sixty players, the feed, the state and where one writes, at 1440 × 900', async () => {
  await open(1_440, 900);
  await expect
    .element(page.getByRole('link', { name: 'Player 3', exact: true }).first())
    .toBeVisible();
  const list = document.querySelector('.players-scroller')!;
  const rows = [...list.querySelectorAll('tbody tr[aria-rowindex]')];
  const shown = rows.filter((row) => isInSight(row, list));
  expect(shown.length).toBeGreaterThanOrEqual(20);
  expect(shown.every((row) => row.getBoundingClientRect().height >= 24)).toBe(true);
  const window = document.documentElement;
  for (const seen of [
    page.getByText('Line 80').element(),
    page.getByRole('heading', { level: 1 }).element(),
    page.getByPlaceholder('Message to everybody').element(),
    document.querySelector('.server-title .server-status')!,
  ]) {
    expect(isInSight(seen, window)).toBe(true);
  }
});

it('nothing moves under somebody’s eyes: what they read stays while lines and receipts come', async () => {
  const connection = await open(1_440, 900);
  const log = page.getByRole('log', { name: 'Feed' }).element();
  await expect.element(page.getByText('Line 80')).toBeVisible();
  log.scrollTop = 300;
  log.dispatchEvent(new Event('scroll'));
  const read = [...log.querySelectorAll('.feed-entry')].find((entry) => isInSight(entry, log))!;
  const player = page.getByRole('table').getByRole('link', { name: 'Player 3', exact: true });
  const places = () => [read, player.element()].map((one) => one.getBoundingClientRect().top);
  const before = places();
  connection.put('feed', feed(90)).put('intentions', [asked, { ...asked, id: 'more' }]);
  await expect.element(page.getByText('10 new entries')).toBeVisible();
  await expect.element(page.getByText('1 more')).toBeVisible();
  expect(places()).toEqual(before);
});

it('the console has the width of the page, and keeps tables in one piece', async () => {
  await open(1_440, 900);
  await page.getByRole('tab', { name: 'Console' }).click();
  const log = page.getByRole('log', { name: 'Console' });
  await expect.element(log).toBeVisible();
  const main = document.querySelector('.server-panels')!.getBoundingClientRect();
  expect(log.element().getBoundingClientRect().width).toBeGreaterThan(main.width - 8);
  const text = log.element().querySelector('.text')!;
  expect(getComputedStyle(text).fontFamily).toContain('Mono');
  const height = parseFloat(getComputedStyle(text).lineHeight);
  expect(text.getBoundingClientRect().height).toBeLessThan(2.5 * height);
  expect(document.documentElement.scrollWidth).toBe(1_440);
});

it('puts the console beside the feed for whoever wants that, and keeps it so', async () => {
  const connection = await open(1_440, 900);
  const beside = page.getByRole('button', { name: 'Console beside' });
  await beside.click();
  await expect.element(page.getByRole('log', { name: 'Console' })).toBeVisible();
  await expect.element(page.getByRole('log', { name: 'Feed' })).toBeVisible();
  expect(page.getByRole('tab', { name: 'Console' }).elements()).toEqual([]);
  connection.tell('arrangements', [arranged('tab')]);
  await expect.element(page.getByRole('tab', { name: 'Console' })).toBeVisible();
  connection.answer('arrangementSet', () => refusal('rate-limited'));
  await beside.click();
  await expect.element(page.getByText(/Too many/)).toBeVisible();
  await expect.element(beside).toHaveAttribute('aria-pressed', 'false');
});

it('what a browser had kept goes to the account once, and again where it could not', async () => {
  const calls = (connection: FakeConnection) => connection.inputs('arrangementSet');
  localStorage.setItem('muster-console', 'beside');
  const refused = await open(1_440, 900, '', () => refusal('internal-error'));
  await expect.poll(() => calls(refused).length).toBe(1);
  await expect.poll(() => localStorage.getItem('muster-console')).toBe('beside');
  leave?.();
  const carried = await open(1_440, 900);
  await expect.element(page.getByRole('log', { name: 'Console' })).toBeVisible();
  expect(calls(carried)).toEqual([{ body: { console: 'beside' } }]);
  leave?.();
  const again = await open(1_440, 900);
  expect(localStorage.getItem('muster-console')).toBeNull();
  expect(calls(again)).toEqual([]);
});

it('what the account has holds against what a browser had kept', async () => {
  localStorage.setItem('muster-console', 'beside');
  const connection = await open(1_440, 900, '', undefined, [arranged('tab')]);
  await expect.poll(() => localStorage.getItem('muster-console')).toBeNull();
  expect(connection.inputs('arrangementSet')).toEqual([]);
  await expect.element(page.getByRole('tab', { name: 'Console' })).toBeVisible();
});

it('a phone shows players first; in the feed one answers, and kicks who said it', async () => {
  await open(390, 844);
  const player = page.getByRole('table').getByRole('link', { name: 'Player 3', exact: true });
  await expect.element(player).toBeVisible();
  expect(isInSight(player.element(), document.documentElement)).toBe(true);
  await page.getByRole('tab', { name: 'Feed' }).click();
  await expect.element(page.getByPlaceholder('Message to everybody')).toBeVisible();
  await page.getByRole('log').getByRole('link', { name: 'Player 20', exact: true }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Kick' }).click();
  await expect.element(page.getByRole('dialog').getByLabelText(/Reason/)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.scrollWidth).toBe(390);
});

it.each([390, 1_440])('says players, slots, queue and the next restart at %i', async (width) => {
  const { population, environment } = serverRow();
  const local = new Date(Date.now() + 40.5 * 60_000).toISOString();
  const connection = await open(width, 844);
  connection.put('server', [
    serverRow({
      population: { ...population, players: 60, slots: 60, queue: { active: true, size: 7 } },
      environment: { ...environment, next_restart: { local } },
    }),
  ]);
  const seen = () =>
    [...document.querySelectorAll<HTMLElement>('.server-facts > div')]
      .filter(({ offsetParent }) => offsetParent !== null)
      .filter((one) => one.getBoundingClientRect().right <= width)
      .map((one) => one.innerText.replaceAll(/\s+/g, ' '));
  await expect
    .poll(seen)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Players 60 of 60/),
        'Queue 7',
        'Next restart in 40 min',
      ]),
    );
});

it('offers the game’s commands with what they do, and goes through what was sent', async () => {
  const connection = await open(1_440, 900, '?panel=console');
  connection.act = () => ({ ok: true, value: '' });
  const line = page.getByLabelText('Command', { exact: true });
  await line.fill('kic');
  await expect.element(page.getByRole('option', { name: /Kick a player/ }).first()).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(line).toHaveValue('kick ');
  await expect.element(line).toHaveFocus();
  await expect.element(page.getByText('<player> [reason]')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('<player> [reason]')).not.toBeInTheDocument();
  await userEvent.keyboard('3 player');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(line).toHaveValue('kick 3 Player 0');
  await line.fill('players');
  await userEvent.keyboard('{Enter}');
  expect(connection.acts.map(({ request }) => request)).toEqual([
    { action: SERVER_ACTION.RAW, command: 'players' },
  ]);
  await expect.element(line).toHaveValue('');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(line).toHaveValue('players');
  expect(page.getByRole('option').elements()).toEqual([]);
});
