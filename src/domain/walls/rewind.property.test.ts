import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  rewind,
  REWIND_LIMITS,
  REWIND_PATIENCE_MS,
  RewindRing,
  tellsOf,
  type RewindEvent,
  type Rewound,
} from './rewind.ts';

const T = 1_700_000_000_000;
const LIMITS = { ms: 60_000, bytes: 1_000, every: 5_000 };
const frames = fc.array(
  fc.record({
    after: fc.integer({ min: -2_000, max: 20_000 }),
    bytes: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 100, size: 'max' },
);

it('what was seen tells of a moment until the next picture should have come, and a little longer', () => {
  const { every } = REWIND_LIMITS;
  const after = [0, every, every + 2_000, every + 2_001];
  expect(after.map((ms) => tellsOf(T, T + ms))).toEqual([true, true, true, false]);
});

describe('the ring of the last minutes', () => {
  it('never holds more than its time and its bytes, and always the newest', () => {
    fc.assert(
      fc.property(frames, (all) => {
        const ring = new RewindRing<number>(LIMITS);
        let now = T;
        for (const [index, { after, bytes }] of all.entries()) {
          now += after;
          ring.add(now, index, bytes);
          expect(ring.bytes).toBeLessThanOrEqual(LIMITS.bytes);
          const span = ring.span();
          expect(span?.to).toBe(now);
          expect(now - (span?.from ?? 0)).toBeLessThanOrEqual(LIMITS.ms);
          expect(ring.at(now)?.picture).toBe(index);
        }
      }),
    );
  });

  it('finds what was seen at a moment, as a plain search would', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: -10_000, max: 80_000 }), (all, moment) => {
        const ring = new RewindRing<number>({ ...LIMITS, ms: 1e9, bytes: 1e9 });
        const kept: { at: number; picture: number }[] = [];
        let now = T;
        for (const [index, { after, bytes }] of all.entries()) {
          now += Math.abs(after);
          ring.add(now, index, bytes);
          kept.push({ at: now, picture: index });
        }
        const expected = kept.findLast(({ at }) => at <= T + moment) ?? kept[0];
        expect(ring.at(T + moment)?.picture).toBe(expected?.picture);
      }),
    );
  });

  it('takes a picture every five seconds', () => {
    const ring = new RewindRing<number>(LIMITS);
    let taken = 0;
    for (let second = 0; second < 60; second++) {
      const now = T + second * 1_000;
      if (ring.due(now)) ring.add(now, taken++, 10);
    }
    expect(taken).toBe(12);
    expect(ring.due(T - 1)).toBe(true);
  });
});

describe('rewinding', () => {
  const span = { from: T - 60_000, to: T };
  const event: fc.Arbitrary<RewindEvent> = fc.oneof(
    fc.integer({ min: -90_000, max: 90_000 }).map((ms): RewindEvent => ({ kind: 'step', ms })),
    fc
      .integer({ min: T - 90_000, max: T + 9_000 })
      .map((at): RewindEvent => ({ kind: 'seek', at })),
    fc.constantFrom<RewindEvent>({ kind: 'live' }, { kind: 'tick' }),
  );

  it('stays within what is held, and is live again a minute after the last touch', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (events) => {
        let past: Rewound = null;
        for (const [index, one] of events.entries()) past = rewind(past, one, span, T + index * 50);
        if (past !== null) {
          expect(past.at).toBeGreaterThanOrEqual(span.from);
          expect(past.at).toBeLessThanOrEqual(span.to);
        }
        const later = T + 30 * 50 + REWIND_PATIENCE_MS;
        expect(rewind(past, { kind: 'tick' }, span, later)).toBeNull();
      }),
    );
  });

  it('goes back in steps, forward to live, and nowhere where nothing is held', () => {
    const back = rewind(null, { kind: 'step', ms: -5_000 }, span, T);
    expect(back?.at).toBe(T - 5_000);
    expect(rewind(back, { kind: 'step', ms: -5_000 }, span, T)?.at).toBe(T - 10_000);
    expect(rewind(back, { kind: 'step', ms: 2_000 }, span, T)?.at).toBe(T - 3_000);
    expect(rewind(back, { kind: 'step', ms: 5_000 }, span, T)).toBeNull();
    expect(rewind(null, { kind: 'step', ms: 5_000 }, span, T)).toBeNull();
    expect(rewind(null, { kind: 'step', ms: -5_000 }, null, T)).toBeNull();
  });
});
