import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { leaveBans, wakingsOf } from '../../../tests/support/own-list-left.ts';
import { change } from '../change/change.ts';
import { prune } from '../prune.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { LEFTOVER, leftoverTried, takeLeftover, type Tried } from './own-bans-left.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestDeps;
let db: Database;
beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
});
afterAll(() => test.close());

const wakings = (id: string) => wakingsOf(db, id);

it('what another host has is looked at again once that host may have it no more, whose clock is behind', async () => {
  const now = Date.now();
  const id = await leaveBans(db, { lease_until: Date.now() + DAY, due_at: now });
  expect(await takeLeftover(db, id, now)).toBeNull();
  const [at = 0, ...rest] = await wakings(id);
  expect(rest).toEqual([]);
  expect(at).toBeGreaterThan(now + DAY - 60_000);
  expect(at).toBeLessThanOrEqual(now + DAY + 60_000);
});

it('what is not due yet has its own waking, and what is gone has none', async () => {
  const now = Date.now();
  const id = await leaveBans(db, { due_at: now + DAY });
  expect(await takeLeftover(db, id, now)).toBeNull();
  expect(await wakings(id)).toEqual([]);
  expect(await takeLeftover(db, newId(now), now)).toBeNull();
});

it('whose waking was lost is woken again, and what is due has time to be looked at', async () => {
  const now = test.deps.clock();
  const late = await leaveBans(db, { due_at: now - HOUR });
  const due = await leaveBans(db, { due_at: now - HOUR + 1 });
  await prune(test.deps);
  expect(await wakings(late)).toEqual([now]);
  expect(await wakings(due)).toEqual([]);
});

/** What audits say after a try of one of which this was known. */
async function ended(own_bans: number | null, since: number, tried: Omit<Tried, 'cut'>) {
  const now = test.deps.clock();
  const id = await leaveBans(db, { own_bans, since, due_at: now });
  const leftover = await takeLeftover(db, id, now);
  if (leftover === null) throw new Error('It was not due.');
  await change({ ...test.deps, now }, (made) =>
    leftoverTried(made, leftover, { ...tried, cut: false }),
  );
  const left = await db
    .selectFrom('own_list_leftovers')
    .select('id')
    .where('id', '=', id)
    .execute();
  const { rows } = await sql<{ action: string; count: string | null }>`
    select data->>'action' as action, data->'detail'->>'count' as count from paged_oversight
    where data->'detail'->>'server' = ${leftover.server_id}
  `.execute(db);
  return { left: left.length, told: rows.map(({ action, count }) => [action, count]) };
}

it.each([
  ['of which nobody knew and that had none is seen to have none', null, 0, ['bans-cleared', null]],
  ['of which nobody knew and that had some is cleared', null, 3, ['bans-cleared', '3']],
  ['that had lost them is seen to have none', 2, 0, ['bans-cleared', null]],
] as const)('a game %s', async (_, known, found, [verb, count]) => {
  const now = test.deps.clock();
  const end = await ended(known, now, { answered: true, found, left: 0 });
  expect(end).toEqual({ left: 0, told: [[`servers.${verb}`, count]] });
});

it('a game that nobody reached for a week may keep what nobody has counted', async () => {
  const since = test.deps.clock() - LEFTOVER.lasts;
  const silent = { answered: false, found: null, left: null };
  expect(await ended(null, since, silent)).toEqual({
    left: 0,
    told: [['servers.bans-stay', null]],
  });
  expect(await ended(2, since, silent)).toEqual({ left: 0, told: [['servers.bans-stay', '2']] });
  expect(await ended(null, since + DAY, silent)).toEqual({ left: 1, told: [] });
});
