import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GameBan } from './game-list.ts';
import {
  hasMark,
  isMarked,
  markedReason,
  OWN_LIST_MOST,
  planOwnList,
  wantedOf,
  type OwnListPlan,
} from './own-list.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

/** A mark that follows from the identity, as the host's does. */
const markOf = (identity: string) => identity.charCodeAt(0).toString(16).padStart(8, '0');
const isOurs = ({ identity, reason }: GameBan) => hasMark(reason, markOf(identity));
const isForeign = (ban: GameBan) => !isOurs(ban);
const written = (ban: GameBan): GameBan => ({
  ...ban,
  reason: markedReason(ban.reason, markOf(ban.identity)),
});

const identity = fc.constantFrom(...'abcdefghij'.split(''));
const until = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -5, max: 20 }).map((minutes) => NOW + minutes * MINUTE),
);
const reason = fc.constantFrom('', 'Griefing', 'x [M:00000000]', ' [M:]', 'x [M:00000061] y');
const ban = fc.record({ identity, until, reason });
/** Some of the game's entries are ours, some twice, and some have the mark of another identity. */
const held = fc.array(
  fc.tuple(ban, fc.boolean()).map(([one, ours]) => (ours ? written(one) : one)),
  { maxLength: 30 },
);

/** The game's list: entries are removed by where they stand, and those behind move up. */
function applied(list: readonly GameBan[], { remove, add }: OwnListPlan): readonly GameBan[] {
  const after = [...list];
  for (const one of remove) {
    const at = after.findIndex(
      (other) =>
        other.identity === one.identity && other.reason === one.reason && other.until === one.until,
    );
    expect(at).not.toBe(-1);
    after.splice(at, 1);
  }
  return [...after, ...add.map(written)];
}

const plan = (bans: readonly GameBan[], list: readonly GameBan[]) =>
  planOwnList({ wanted: wantedOf(bans, NOW), held: list, once: false, isOurs, now: NOW });
const inForce = (one: GameBan) => one.until === null || one.until > NOW;
const whoIn = (list: readonly GameBan[]) =>
  [...new Set(list.filter(inForce).map((one) => one.identity))].toSorted();

it('keeps out whom the lists keep out and whom others do, and changes nothing once it is done', () => {
  fc.assert(
    fc.property(fc.array(ban, { maxLength: 20 }), held, (bans, list) => {
      const before = list.filter(isForeign);
      const after = applied(list, plan(bans, list));
      expect(after.filter(isForeign)).toEqual(before);
      expect(whoIn(after)).toEqual(whoIn([...bans, ...before]));
      expect(plan(bans, after)).toEqual({ remove: [], add: [] });
      const ours = after.filter(isOurs);
      expect(new Set(ours.map((one) => one.identity)).size).toBe(ours.length);
      expect(ours.every(inForce)).toBe(true);
      for (const one of ours) {
        const ends = bans.filter((of) => of.identity === one.identity && inForce(of));
        const longest = Math.max(...ends.map((of) => of.until ?? Infinity));
        expect(longest - (one.until ?? Infinity) || 0).toBeLessThanOrEqual(2 * MINUTE);
      }
    }),
    { numRuns: 500 },
  );
});

it('adds nobody whom a game that has everybody once has already', () => {
  fc.assert(
    fc.property(fc.array(ban, { maxLength: 20 }), held, (bans, list) => {
      const wanted = wantedOf(bans, NOW);
      const { add } = planOwnList({ wanted, held: list, once: true, isOurs, now: NOW });
      const foreign = new Set(list.filter(isForeign).map((one) => one.identity));
      expect(add.filter((one) => foreign.has(one.identity))).toEqual([]);
      const anyhow = plan(bans, list).add.filter((one) => !foreign.has(one.identity));
      expect(add).toEqual(anyhow);
    }),
  );
});

it('without bans takes out all that is its own, and nothing else', () => {
  fc.assert(
    fc.property(held, (list) => {
      expect(applied(list, plan([], list))).toEqual(list.filter(isForeign));
    }),
  );
});

it('wants the newest, and no more than there may be', () => {
  const bans = Array.from({ length: OWN_LIST_MOST + 50 }, (_, at) => ({
    identity: String(at),
    until: null,
    reason: 'Griefing',
  }));
  const later = { identity: '0', until: NOW + MINUTE, reason: 'Shorter' };
  expect(wantedOf([...bans, later], NOW)).toEqual(bans.slice(0, OWN_LIST_MOST));
});

it('knows a mark by its end', () => {
  expect(isMarked(markedReason('Griefing', '0123abcd'))).toBe(true);
  expect(isMarked('Griefing [M:0123abcd] ')).toBe(false);
  expect(isMarked('Griefing')).toBe(false);
});
