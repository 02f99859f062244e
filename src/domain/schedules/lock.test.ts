import { expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { zoneNamed } from '../zone.ts';
import { lockAfter, lockEnded, type LockedFor } from './lock.ts';
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
  { from = now, connected = true } = {},
) => lockAfter(before, { schedule: of, taken: stepsBetween(of, from, now), connected, now });
const NOTHING = { locked: null, unlock: null, waits: false };
const RESTARTS = { ...LOCKED, doing: `${id}/action/${NOON}` };

it('a server is locked for the restart that its lock came before, until that has opened it', () => {
  const lock = NOON - 5 * MINUTE;
  const comes = { locked: LOCKED, unlock: null, waits: false };
  expect(after(null, schedule(plan()), lock, { from: lock - 1 })).toEqual(comes);
  expect(after(LOCKED, schedule(plan()), NOON - 1)).toEqual(comes);
  const runs = { locked: RESTARTS, unlock: null, waits: true };
  expect(after(LOCKED, schedule(plan()), NOON, { from: NOON - 1 })).toEqual(runs);
  expect(after(RESTARTS, schedule(plan()), NOON + MINUTE)).toEqual(runs);
});

it('what is not locked is not unlocked', () => {
  expect(after(null, schedule(), NOON)).toEqual(NOTHING);
});

it.each([
  ['was removed', []],
  ['is skipped', [plan({ at: null })]],
  ['is postponed beyond its lock', [plan({ at: NOON + 60 * MINUTE })]],
  ['locks no more', [plan({ lock_before: null })]],
  ['is another', [plan({ id: 'd'.repeat(24) })]],
])('is unlocked where the restart %s', (_, plans) => {
  const now = NOON - MINUTE;
  expect(after(LOCKED, schedule(...plans), now)).toMatchObject({
    locked: { ...LOCKED, doing: `${id}/unlock/${now}` },
    unlock: { kind: 'unlock', at: now, of: { id, once: true } },
    waits: true,
  });
});

it('is not unlocked where the restart is postponed and its lock has come all the same', () => {
  const off = schedule(plan({ at: NOON + MINUTE }));
  expect(after(LOCKED, off, NOON - MINUTE).unlock).toBeNull();
});

it('is unlocked behind a restart that was missed or has failed, once it is connected', () => {
  const now = NOON + MINUTE;
  const waiting = { locked: LOCKED, unlock: null, waits: true };
  expect(after(LOCKED, schedule(plan()), now, { connected: false })).toEqual(waiting);
  expect(after(LOCKED, schedule(plan()), now).unlock?.kind).toBe('unlock');
});

it('is asked again where it did not let people in, but not at once', () => {
  const tried = { ...LOCKED, tried: NOON };
  expect(after(tried, schedule(), NOON + 14_999)).toMatchObject({ unlock: null, waits: true });
  expect(after(tried, schedule(), NOON + 15_000).unlock?.kind).toBe('unlock');
});

it.each([
  ['a restart that opened it', 'action', 'done', false, null],
  ['a restart that keeps the lock', 'action', 'done', true, LOCKED],
  ['a restart that failed', 'action', 'failed', false, LOCKED],
  ['an unlock that was done', 'unlock', 'done', true, null],
  ['an unlock that the game does not know', 'unlock', 'unsupported', false, null],
  ['an unlock that failed', 'unlock', 'failed', false, { ...LOCKED, tried: NOON }],
] as const)('what it is locked for follows from %s', (_, kind, became, keepsLock, locked) => {
  expect(lockEnded(RESTARTS, { kind, became, keepsLock, now: NOON })).toEqual(locked);
});
