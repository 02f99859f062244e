import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { DAY, dayBegins } from '../../protocol/servers/day.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { readDayOfAll, readDays } from './days.ts';
import { recordPopulation } from './population-history.ts';

const MINUTE = 60_000;
const STEP = DAY.seconds * 1_000;
const NOW = 20_000 * 86_400_000 + 12 * 3_600_000 + 7 * MINUTE;
const [one, other, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [
  string,
  string,
  string,
];
let test: TestDatabase;
let host: OpenDatabase;

beforeAll(async () => {
  test = await createMigratedDatabase();
  host = openDatabase({
    connection: test.connection,
    onIdleError: (error) => {
      throw error;
    },
  });
});
beforeEach(async () => {
  await host.db.deleteFrom('population_samples').execute();
});
afterAll(async () => {
  await host.close();
  await test.drop();
});

const seen = (at: number, players: Readonly<Record<string, number | null>>) =>
  recordPopulation(
    host.db,
    at,
    Object.entries(players).map(([serverId, count]) => ({
      serverId,
      players: count,
      slots: 60,
      queue: null,
    })),
  );

it('is a day of steps, the last of which is under way, with gaps where nobody knew', async () => {
  await seen(NOW, { [one]: 7 });
  await seen(NOW - 2 * STEP, { [one]: 30 });
  await seen(NOW - 2 * STEP + MINUTE, { [one]: 12 });
  await seen(NOW - 3 * STEP, { [one]: null });
  await seen(NOW - DAY.steps * STEP, { [one]: 60 });
  const day = (await readDays(host.db, [one], NOW)).get(one);
  expect(day).toHaveLength(DAY.steps);
  expect(day?.slice(-4)).toEqual([null, 30, null, 7]);
  expect(day?.slice(0, -4)).toEqual(Array.from({ length: DAY.steps - 4 }, () => null));
});

it('knows nothing of a server that nobody saw, and answers of no other than those it was asked for', async () => {
  await seen(NOW, { [one]: 7, [other]: 9 });
  const days = await readDays(host.db, [one, third], NOW);
  expect([...days.keys()]).toEqual([one, third]);
  expect(days.get(third)?.every((players) => players === null)).toBe(true);
  expect(await readDays(host.db, [], NOW)).toEqual(new Map());
});

it('sums all servers where they were seen together, and leaves a gap where none was', async () => {
  // Ten minutes apart, in one step: they were never 50 together.
  const begins = dayBegins(NOW) + 10 * STEP;
  await seen(begins, { [one]: 40, [other]: 1 });
  await seen(begins + 10 * MINUTE, { [one]: 2, [other]: 10, [third]: 60 });
  await seen(begins + 2 * STEP, { [one]: 5, [other]: null });
  const together = await readDayOfAll(host.db, [one, other], NOW);
  expect(together.slice(9, 14)).toEqual([null, 41, null, 5, null]);
  expect(await readDayOfAll(host.db, [], NOW)).toHaveLength(DAY.steps);
});

it('counts steps from 1970 on, so that a day asked for a moment later has the same', () => {
  expect(dayBegins(NOW) % STEP).toBe(0);
  expect(dayBegins(NOW + MINUTE)).toBe(dayBegins(NOW));
  expect(dayBegins(NOW)).toBe(Math.floor(NOW / STEP) * STEP - (DAY.steps - 1) * STEP);
});
