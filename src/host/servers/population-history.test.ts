import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import {
  prunePopulation,
  readPopulation,
  recordPopulation,
  type AskedPopulation,
} from './population-history.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = 20_000 * DAY + 12 * HOUR;
const serverId = 'a'.repeat(24);
const other = 'b'.repeat(24);
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

const record = (at: number, players: number | null, queue: number | null = null) =>
  recordPopulation(host.db, at, [{ serverId, players, slots: 60, queue }]);
const read = async (
  span: AskedPopulation['span'],
  before?: AskedPopulation['before'],
  now: number = NOON,
) => (await readPopulation(host.db, serverId, { span, before }, now)).points;

it('has nothing of a server that was never seen', async () => {
  expect(await read('24h')).toEqual([]);
});

it('keeps the highest figures of each step, in every resolution', async () => {
  await record(NOON - 2 * MINUTE + 1_000, 10);
  await record(NOON - 2 * MINUTE + 31_000, 14, 3);
  await record(NOON - 1 * MINUTE, 12);
  expect((await read('24h')).map((point) => point.players)).toEqual([14, 12]);
  expect(await read('7d')).toEqual([{ at: NOON - 10 * MINUTE, players: 14, slots: 60, queue: 3 }]);
  expect((await read('90d')).map((point) => point.at)).toEqual([NOON - HOUR]);
});

it('keeps unknown as unknown, and takes what becomes known', async () => {
  await record(NOON - MINUTE, null);
  expect((await read('24h'))[0]?.players).toBeNull();
  await record(NOON - MINUTE + 1, 0);
  expect((await read('24h'))[0]?.players).toBe(0);
});

it('answers the span alone, and of the server alone', async () => {
  await record(NOON - DAY, 1);
  await record(NOON - DAY + MINUTE, 2);
  await recordPopulation(host.db, NOON, [{ serverId: other, players: 50, slots: 60, queue: null }]);
  expect((await read('24h')).map((point) => point.players)).toEqual([2]);
});

it('forgets each resolution after its own span', async () => {
  await record(NOON - 91 * DAY, 1);
  await record(NOON - 16 * DAY, 2);
  await record(NOON - 3 * DAY, 3);
  await prunePopulation(host.db, NOON);
  const rows = await host.db
    .selectFrom('population_samples')
    .select(['step', 'players'])
    .orderBy('step')
    .orderBy('players')
    .execute();
  expect(rows).toEqual([
    { step: 600, players: 3 },
    { step: 3600, players: 2 },
    { step: 3600, players: 3 },
  ]);
});

it('answers the same span days before, with an hour more on both sides', async () => {
  const week = NOON - 7 * DAY;
  await record(week - DAY - 61 * MINUTE, 1);
  await record(week - DAY - 50 * MINUTE, 2);
  await record(week, 3);
  await record(week + HOUR, 4);
  await record(week + 71 * MINUTE, 5);
  expect((await read('24h', '7d')).map((point) => point.players)).toEqual([2, 3, 4]);
  const { span, before, step } = await readPopulation(
    host.db,
    serverId,
    { span: '24h', before: '7d' },
    NOON,
  );
  // Minutes are not kept for so long.
  expect({ span, before, step }).toEqual({ span: '24h', before: '7d', step: 600 });
});
