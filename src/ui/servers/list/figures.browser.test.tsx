import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { dayId } from '../../../domain/servers/day-id.ts';
import type { DayRow, ServerRow } from '../../../domain/rows.ts';
import { GAME, type GameName } from '../../../protocol/enumerations.ts';
import { draw } from '../../app/doubles.tsx';
import { holdClock } from '../../data/clock.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { DashboardPage } from './page.tsx';
import { HEIGHT } from './spark.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  holdClock(null);
});

const HOUR = 3_600_000;
/** Midnight where the tests run, so that a step of the day is an hour of the clock. */
const MIDNIGHT = new Date(2026, 0, 1).getTime();

function day(players: readonly (number | null)[], serverId: string | null = SERVER_ID): DayRow {
  const id = dayId(serverId);
  return { id, from: MIDNIGHT, step: 3_600, players: [...players] };
}

async function open(servers: readonly ServerRow[], days: readonly DayRow[], width = 1_440) {
  await page.viewport(width, 844);
  const totals = { tags: [], players: 9, slots: 60, queued: 0, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 1, online: 1, down: 0, ...totals }])
    .put('servers', servers)
    .put('days', days);
  leave = draw(<DashboardPage />, connection, '/dashboard');
  await expect.element(page.getByRole('table')).toBeVisible();
  return connection;
}

const numbers = (path: string | null | undefined) =>
  [...(path ?? '').matchAll(/[ML](\S+) (\S+?)(?=[MLh]|$)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);

it('reads the day of the fleet under the pointer and by keys, gaps as gaps', async () => {
  await open([serverRow()], [day([4, null, 30, 9], null)]);
  const chart = () => document.querySelector('.fleet-chart');
  const caption = () => chart()?.querySelector('figcaption')?.textContent;
  await expect.poll(caption).toBe('24 hours, peak 30');
  const line = chart()?.querySelector('.line')?.getAttribute('d');
  // The peak is at the top, and what is not known is no part of the line.
  expect(numbers(line)).toEqual([
    [0.5, expect.any(Number)],
    [2.5, 1],
    [3.5, expect.any(Number)],
  ]);
  const slider = page.getByRole('slider', { name: 'Players on all servers, last 24 hours' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '9 players at 3:00 AM');
  const { width, height } = slider.element().getBoundingClientRect();
  await slider.hover({ position: { x: (width * 5) / 8, y: height / 2 } });
  await expect.poll(caption).toBe('30 players at 2:00 AM');
  expect(chart()?.querySelector('.cursor')?.getAttribute('d')).toBe(`M2.5 0V${HEIGHT}`);
  await slider.hover({ position: { x: (width * 3) / 8, y: height / 2 } });
  await expect.poll(caption).toBe('Not known at 1:00 AM');
  await userEvent.hover(page.getByRole('table'));
  await expect.poll(caption).toBe('24 hours, peak 30');
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(caption).toBe('30 players at 2:00 AM');
  await userEvent.keyboard('{Home}');
  await expect.poll(caption).toBe('4 players at 12:00 AM');
});

it('draws the day of a server against its slots, with who is on it now, or says that nothing is known', async () => {
  const other = 'c'.repeat(24);
  const nobody = serverRow({ id: other, state: { ...serverRow().state, offline: true } });
  const { population } = serverRow();
  const half = serverRow({ population: { ...population, players: 30, slots: 60 } });
  const connection = await open([half], [day([0, 15, 10])]);
  const spark = page.getByRole('img', { name: '0 to 30 players in 24 hours' });
  await expect.element(spark).toBeVisible();
  // 30 of 60 slots stand in the middle; the day itself had told of ten in its last hour.
  expect(numbers(spark.element().querySelector('.line')?.getAttribute('d'))).toEqual([
    [0.5, HEIGHT - 1],
    [1.5, 14.5],
    [2.5, HEIGHT / 2],
  ]);
  connection.put('servers', [nobody]).put('days', [day([null, null], other)]);
  await expect
    .element(page.getByRole('img', { name: 'No data for the last 24 hours' }))
    .toBeVisible();
  expect(document.querySelector('.server-table .spark')).toBeNull();
});

it('shows each game by a picture and its word', async () => {
  const games = Object.keys(GAME) as GameName[];
  const servers = games.map((game, index) => {
    const configuration = { ...serverRow().configuration, game: GAME[game] };
    return serverRow({ id: String(index).padStart(24, '0'), configuration });
  });
  await open(servers, []);
  const shown = [...document.querySelectorAll<HTMLElement>('.server-table .game-picture')];
  expect(shown.map(({ innerText }) => innerText.trim())).toEqual([
    'Generic',
    'DayZ',
    'ArmA 2',
    'ArmA 3',
    'Rust',
    'DayZ Exp.',
  ]);
  const pictures = shown.map((one) => one.querySelector('svg')?.innerHTML);
  expect(pictures).not.toContain(undefined);
  expect(new Set(pictures).size).toBe(games.length);
});

it('marks a row whose figures or restart are missing, in words too, while the connection is live', async () => {
  const { state, population, environment } = serverRow();
  const now = MIDNIGHT + HOUR;
  holdClock(now);
  const next_restart = { local: new Date(now - 600_000).toISOString() };
  const silent = serverRow({
    id: 'c'.repeat(24),
    state: { ...state, since: now - 600_000 },
    population: { ...population, players: null },
  });
  const overdue = serverRow({ environment: { ...environment, next_restart } });
  const connection = await open([silent, overdue], []);
  const marks = () =>
    [...document.querySelectorAll('.server-table .alert-mark')].map((mark) => mark.textContent);
  await expect
    .poll(marks)
    .toEqual(['Up, but not reporting its figures', 'The planned restart has not come']);
  const [first, second] = document.querySelectorAll('.alert-mark svg');
  expect(first?.innerHTML).not.toBe(second?.innerHTML);
  const lost = { kind: 'lost', since: now, attempt: 1, retry_at: now } as const;
  connection.put('link', [{ id: 'link', connection: lost as never, fresh_at: now }]);
  await expect.poll(marks).toEqual([]);
});

it.each([
  ['near', 9 * 60_000, '9 min'],
  ['far off', 5 * HOUR, undefined],
] as const)('says on a phone below the name that a restart is %s', async (_, left, sign) => {
  const now = MIDNIGHT + HOUR;
  holdClock(now);
  const { environment } = serverRow();
  const next_restart = { local: new Date(now + left).toISOString() };
  await open([serverRow({ environment: { ...environment, next_restart } })], [], 390);
  const shown = () =>
    document.querySelector('.server-table .next-restart [aria-hidden]:not(svg)')?.textContent;
  expect(shown()).toBe(sign);
});
