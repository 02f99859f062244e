import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { GAME } from '../../protocol/enumerations.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { CLEAR_OWN_LIST, takeLeftover } from './own-bans-left.ts';

const DAY = 86_400_000;

let test: TestDeps;
let db: Database;
beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
});
afterAll(() => test.close());

/** One that another host has, for so long yet. */
async function taken(lease: number, due_at: number): Promise<string> {
  const id = newId(Date.now());
  await db
    .insertInto('own_list_leftovers')
    .values({
      id,
      server_id: newId(Date.now()),
      owner: newId(Date.now()),
      name: 'Chernarus',
      game: GAME.DAYZ,
      host: '192.0.2.1',
      host_key: '192.0.2.1',
      private_address: false,
      game_port: 2302,
      query_port: null,
      rcon_port: 2306,
      sealed_password: Buffer.from('sealed'),
      own_bans: 2,
      since: Date.now(),
      due_at,
      tries: 0,
      lease_until: Date.now() + lease,
    })
    .execute();
  return id;
}

const wakings = async (id: string): Promise<readonly number[]> => {
  const jobs = await db
    .selectFrom('jobs')
    .select(['payload', 'run_at'])
    .where('kind', '=', CLEAR_OWN_LIST)
    .execute();
  return jobs.flatMap((job) =>
    (job.payload as { left_id: string }).left_id === id ? job.run_at : [],
  );
};

it('what another host has is looked at again once that host may have it no more, whose clock is behind', async () => {
  const now = Date.now();
  const id = await taken(DAY, now);
  expect(await takeLeftover(db, id, now)).toBeNull();
  const [at = 0, ...rest] = await wakings(id);
  expect(rest).toEqual([]);
  expect(at).toBeGreaterThan(now + DAY - 60_000);
  expect(at).toBeLessThanOrEqual(now + DAY + 60_000);
});

it('what is not due yet has its own waking, and what is gone has none', async () => {
  const now = Date.now();
  const id = await taken(DAY, now + DAY);
  expect(await takeLeftover(db, id, now)).toBeNull();
  expect(await wakings(id)).toEqual([]);
  expect(await takeLeftover(db, newId(now), now)).toBeNull();
});
