import { expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { zoneNamed } from '../zone.ts';
import { lockAfter, type LockedFor } from './lock.ts';
import { stepsBetween, type Schedule } from './occurrences.ts';

const MINUTE = 60_000;
/** 1 January 2026, 12:00 UTC. */
const NOON = Date.UTC(2026, 0, 1, 12);
const id = 'a'.repeat(24);

const plan = (part: Partial<RowOf<'plans'>> = {}): RowOf<'plans'> => ({
  id,
  server_id: 'b'.repeat(24),
  job_id: null,
  name: '',
  action: SERVER_ACTION.SERVER_RESTART,
  due: NOON,
  at: NOON,
  warnings: [],
  lock_before: 5,
  kick_before: null,
  by_id: 'c'.repeat(24),
  by_name: 'Anna',
  changed: 0,
  ...part,
});
const schedule = (...plans: readonly RowOf<'plans'>[]): Schedule => ({
  zone: zoneNamed('UTC')!,
  startedAt: null,
  jobs: [],
  plans,
});
const LOCKED: LockedFor = { id, due: NOON, name: '', once: true };
const after = (
  before: LockedFor | null,
  of: Schedule,
  now: number,
  from = now,
  keepsLock = false,
) => lockAfter(before, { schedule: of, taken: stepsBetween(of, from, now), keepsLock, now });

it('a server is locked for the restart that its lock came before, until that comes', () => {
  const lock = NOON - 5 * MINUTE;
  expect(after(null, schedule(plan()), lock, lock - 1)).toEqual({ locked: LOCKED, unlock: null });
  expect(after(LOCKED, schedule(plan()), NOON - 1)).toEqual({ locked: LOCKED, unlock: null });
  expect(after(LOCKED, schedule(plan()), NOON, NOON - 1)).toEqual({ locked: null, unlock: null });
});

it('what is not locked is not unlocked', () => {
  expect(after(null, schedule(), NOON)).toEqual({ locked: null, unlock: null });
});

it.each([
  ['was removed', []],
  ['is skipped', [plan({ at: null })]],
  ['is put off beyond its lock', [plan({ at: NOON + 60 * MINUTE })]],
  ['locks no more', [plan({ lock_before: null })]],
  ['is another', [plan({ id: 'd'.repeat(24) })]],
])('is unlocked where the restart %s', (_, plans) => {
  const now = NOON - MINUTE;
  expect(after(LOCKED, schedule(...plans), now)).toMatchObject({
    locked: null,
    unlock: { kind: 'unlock', at: now, of: { id, once: true } },
  });
});

it('is not unlocked where the restart is put off and its lock has come all the same', () => {
  const off = schedule(plan({ at: NOON + MINUTE }));
  expect(after(LOCKED, off, NOON - MINUTE)).toEqual({ locked: LOCKED, unlock: null });
});

it('is unlocked behind a restart that keeps the lock, and behind one that was missed', () => {
  expect(after(LOCKED, schedule(plan()), NOON, NOON - 1, true).unlock?.kind).toBe('unlock');
  expect(after(LOCKED, schedule(plan()), NOON + MINUTE).unlock?.kind).toBe('unlock');
});
