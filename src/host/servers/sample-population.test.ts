import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import type { OpenDatabase } from '../store/database.ts';
import { newServer } from './add.ts';
import { beat, takeLeases } from './leases.ts';
import { readPopulation } from './population-history.ts';
import { samplePopulation } from './sample-population.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const host = 'a'.repeat(24);

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  await beat(open.db, host);
});
afterAll(() => open.close());

it.each([
  ['unknown', 'CONNECTED', 0, []],
  ['live', 'CONNECTED', 3_600_000, [12]],
  ['live', 'DISCONNECTED', 0, []],
  ['polled', 'DISCONNECTED', 179_999, [12]],
  ['polled', 'DISCONNECTED', 180_000, []],
] as const)(
  'a server whose figures are %s, %s, and %i ms old has the points %j',
  async (source, state, age, points) => {
    const { db } = open;
    const id = `${points.length}${age}${source}${state}`.padEnd(24, '0').slice(0, 24);
    await storeServer(db, id);
    const population = { players: 12, slots: 60, queue: null, source, observed_at: NOON - age };
    const rest = { ...newServer(0).state, state };
    await sql`
      update servers set population = ${JSON.stringify(population)}, state = ${JSON.stringify(rest)}
      where id = ${id}
    `.execute(db);
    await takeLeases(db, host, [id]);
    await samplePopulation(db, NOON);
    const history = await readPopulation(db, id, { span: '24h' }, NOON + 60_000);
    expect(history.points.map(({ players }) => players)).toEqual(points);
  },
);
