import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { leaveBans, wakingsOf } from '../../../tests/support/own-list-left.ts';
import { prune } from '../prune.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { takeLeftover } from './own-bans-left.ts';

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
