import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  BAN_LIMIT,
  KEPT_VERIFICATION,
  VERIFICATION,
  VERIFICATION_REQUIREMENT,
} from '../../protocol/bans/limits.ts';
import {
  afterAct,
  missingFor,
  oldEnoughAt,
  VERIFICATION_ACT,
  verificationOf,
  waitsUntil,
  type Decided,
  type ListFacts,
} from './verification.ts';

const DAY = 86_400_000;
const at = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
const facts: fc.Arbitrary<ListFacts> = fc.record({
  public: fc.boolean(),
  profile: fc.boolean(),
  bans: fc.constantFrom(0, 1, 499, 500, 501, 1_000_000),
  created_at: at,
  communities: fc.constantFrom(0, 1, 9),
});
/** Of a list that has what it takes: otherwise few would come as far as to be reviewed. */
const enough: ListFacts = {
  public: true,
  profile: true,
  bans: 500,
  created_at: Date.UTC(2019, 0, 1),
  communities: 1,
};
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(...VERIFICATION_ACT),
    facts: fc.oneof({ weight: 3, arbitrary: fc.constant(enough) }, facts),
    later: fc.constantFrom(0, 1, DAY, 29 * DAY, 30 * DAY, 90 * DAY),
  }),
  { maxLength: 30 },
);

it('is the states of the specification', () => {
  expect(VERIFICATION).toEqual(['unlisted', 'requestable', 'in-review', 'verified', 'denied']);
  expect(BAN_LIMIT.verification).toMatchObject({ bans: 500, months: 3, communities: 1 });
});

it('goes from one state to the next by its table, whatever is done in whatever order', () => {
  fc.assert(
    fc.property(at, acts, (begun, done) => {
      let decided: Decided = { state: 'none', decided_at: null };
      let now = begun;
      let deniedAt = -Infinity;
      for (const { act, facts: known, later } of done) {
        now += later;
        const stood = verificationOf(decided, known, now);
        const met = missingFor(known, now).length === 0;
        const next = afterAct(act, decided, known, now);
        // Nobody is reviewed who lacks something, or was denied within the wait.
        expect(stood === 'requestable').toBe(
          met &&
            decided.state !== 'in-review' &&
            decided.state !== 'verified' &&
            now >= deniedAt + 30 * DAY,
        );
        if (next === 'in-review') expect([act, stood]).toEqual(['request', 'requestable']);
        if (next === 'verified') expect([act, stood, met]).toEqual(['approve', 'in-review', true]);
        if (next === 'denied') {
          expect(act).toBe('deny');
          expect(['in-review', 'verified']).toContain(stood);
          deniedAt = now;
        }
        if (next === 'none') expect(['cancel', 'lapse']).toContain(act);
        // A denial is waited out: nothing but time ends it.
        if (stood === 'denied') expect(next).toBeNull();
        if (next === null) continue;
        decided = {
          state: next,
          decided_at: next === 'verified' || next === 'denied' ? now : decided.decided_at,
        };
      }
    }),
  );
});

it('misses exactly what is not so, and a fact that gets better takes nothing away', () => {
  fc.assert(
    fc.property(facts, at, (known, now) => {
      const missing = missingFor(known, now);
      expect(missing.includes('bans')).toBe(known.bans < 500);
      expect(missing.includes('reach')).toBe(known.communities === 0);
      expect(missing.includes('public')).toBe(!known.public);
      expect(missing.includes('profile')).toBe(!known.profile);
      const best = { ...known, public: true, profile: true, bans: 1_000_000, communities: 9 };
      expect(missingFor(best, now).filter((one) => one !== 'age')).toEqual([]);
      expect(VERIFICATION_REQUIREMENT.filter((one) => missing.includes(one))).toEqual(missing);
    }),
  );
});

it('is three months old on the day of the calendar, and on the last day of a shorter month', () => {
  const iso = (text: string) => new Date(oldEnoughAt(Date.parse(text))).toISOString();
  expect(iso('2026-01-15T10:00:00Z')).toBe('2026-04-15T10:00:00.000Z');
  expect(iso('2025-11-30T23:59:59Z')).toBe('2026-02-28T23:59:59.000Z');
  expect(iso('2026-12-31T00:00:00Z')).toBe('2027-03-31T00:00:00.000Z');
  fc.assert(
    fc.property(at, (made) => {
      const days = (oldEnoughAt(made) - made) / DAY;
      expect(days).toBeGreaterThanOrEqual(89);
      expect(days).toBeLessThanOrEqual(92);
    }),
  );
});

it('waits thirty days after a denial, and not after anything else', () => {
  for (const state of KEPT_VERIFICATION) {
    expect(waitsUntil({ state, decided_at: DAY })).toBe(state === 'denied' ? 31 * DAY : null);
  }
});
