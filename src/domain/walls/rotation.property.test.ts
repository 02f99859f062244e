import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INTERRUPTION_MS,
  rotate,
  shownStop,
  startRotation,
  type Rotation,
  type RotationEvent,
  type Stop,
} from './rotation.ts';

const T = 1_700_000_000_000;
const STOPS: readonly Stop[] = [10, 20, 30].map((s, page) => ({ scene: 0, page, ms: s * 1_000 }));

const event: fc.Arbitrary<RotationEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<RotationEvent>({ kind: 'tick' }) },
  fc.constantFrom<RotationEvent>(
    { kind: 'next' },
    { kind: 'previous' },
    { kind: 'first' },
    { kind: 'pin' },
    { kind: 'calm' },
  ),
  fc.nat(6).map((index): RotationEvent => ({ kind: 'interrupt', index })),
);
const stops = fc.array(
  fc.record({ scene: fc.nat(2), page: fc.nat(4), ms: fc.integer({ min: 5_000, max: 60_000 }) }),
  { maxLength: 6 },
);
const steps = fc.array(fc.record({ event, stops, after: fc.nat(30_000) }), { maxLength: 60 });

function ticks(rotation: Rotation, seconds: number, from: number): readonly number[] {
  const shown: number[] = [];
  let now = rotation;
  for (let second = 1; second <= seconds; second++) {
    now = rotate(now, STOPS, { kind: 'tick' }, from + second * 1_000);
    shown.push(shownStop(now, STOPS.length));
  }
  return shown;
}

describe('a rotation', () => {
  it('always shows a stop that there is, whatever happens and however the stops change', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let rotation = startRotation(T);
        let now = T;
        for (const step of all) {
          now += step.after;
          rotation = rotate(rotation, step.stops, step.event, now);
          const shown = shownStop(rotation, step.stops.length);
          expect(shown).toBeLessThan(Math.max(1, step.stops.length));
        }
      }),
    );
  });

  it('shows every stop for its time, in order, for ever', () => {
    const shown = ticks(startRotation(T), 120, T);
    const once = [...Array(9).fill(0), ...Array(20).fill(1), ...Array(30).fill(2), 0];
    expect(shown).toEqual([...once, ...once]);
  });

  it('never moves by itself while it is pinned, and waits its full time when it is let go', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (seconds) => {
        const pinned = rotate(startRotation(T), STOPS, { kind: 'pin' }, T);
        expect(new Set(ticks(pinned, seconds, T))).toEqual(new Set([0]));
        expect(rotate(pinned, STOPS, { kind: 'interrupt', index: 2 }, T)).toBe(pinned);
        const free = rotate(pinned, STOPS, { kind: 'pin' }, T + seconds * 1_000);
        expect(ticks(free, 10, T + seconds * 1_000)).toEqual([...Array(9).fill(0), 1]);
      }),
    );
  });

  it('goes to an incident, and comes back to where it was, by calm or by itself', () => {
    const at1 = rotate(startRotation(T), STOPS, { kind: 'next' }, T);
    const away = rotate(at1, STOPS, { kind: 'interrupt', index: 2 }, T + 5_000);
    expect(shownStop(away, 3)).toBe(2);
    expect(shownStop(rotate(away, STOPS, { kind: 'calm' }, T + 9_000), 3)).toBe(1);
    const back = rotate(away, STOPS, { kind: 'tick' }, T + 5_000 + INTERRUPTION_MS);
    expect(shownStop(back, 3)).toBe(1);
    expect(ticks(back, 19, T + 65_000).every((index) => index === 1)).toBe(true);
  });

  it('moves on by one after the machine slept for hours, and after its clock was set back', () => {
    for (const later of [6 * 3_600_000, -3_600_000]) {
      const rotation = rotate(startRotation(T), STOPS, { kind: 'tick' }, T + later);
      expect(rotation).toEqual({ index: 1, shown_at: T + later, pinned: false, away: null });
    }
  });
});
