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
  type Turns,
} from './rotation.ts';

const T = 1_700_000_000_000;
const STOPS: readonly Stop[] = [10, 20, 30].map((s, page) => ({
  scene_id: 'a',
  page,
  ms: s * 1_000,
}));
/** Each stop shows the server of its number. */
const TURNS: Turns = { stops: STOPS, stopOf: (id) => Number(id) };

/** Scenes in this order with so many pages each, and so many servers on a page. */
function turnsOf(scenes: readonly (readonly [string, number])[], perPage: number): Turns {
  const stops = scenes.flatMap(([scene_id, pages]) =>
    Array.from({ length: pages }, (_, page) => ({ scene_id, page, ms: 20_000 })),
  );
  const stopOf = (id: string) => {
    const stop = Math.floor(Number(id) / perPage);
    return stop < stops.length ? stop : null;
  };
  return { stops, stopOf };
}

const event: fc.Arbitrary<RotationEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<RotationEvent>({ kind: 'tick' }) },
  fc.constantFrom<RotationEvent>(
    { kind: 'next' },
    { kind: 'previous' },
    { kind: 'first' },
    { kind: 'pin' },
    { kind: 'calm' },
  ),
  fc.nat(60).map((id): RotationEvent => ({ kind: 'interrupt', server_id: String(id) })),
);
const turns = fc
  .record({
    order: fc.shuffledSubarray(['a', 'b', 'c', 'd']),
    pages: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
    perPage: fc.integer({ min: 1, max: 10 }),
  })
  .map(({ order, pages, perPage }) =>
    turnsOf(
      order.map((id, index) => [id, pages[index] ?? 1]),
      perPage,
    ),
  );
const steps = fc.array(fc.record({ event, turns, after: fc.nat(30_000) }), {
  maxLength: 60,
  size: 'max',
});

function ticks(rotation: Rotation, seconds: number, from: number): readonly number[] {
  const shown: number[] = [];
  let now = rotation;
  for (let second = 1; second <= seconds; second++) {
    now = rotate(now, TURNS, { kind: 'tick' }, from + second * 1_000);
    shown.push(shownStop(now, TURNS));
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
          rotation = rotate(rotation, step.turns, step.event, now);
          const shown = shownStop(rotation, step.turns);
          expect(shown).toBeLessThan(Math.max(1, step.turns.stops.length));
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
        const pinned = rotate(startRotation(T), TURNS, { kind: 'pin' }, T);
        expect(new Set(ticks(pinned, seconds, T))).toEqual(new Set([0]));
        expect(rotate(pinned, TURNS, { kind: 'interrupt', server_id: '2' }, T)).toBe(pinned);
        const free = rotate(pinned, TURNS, { kind: 'pin' }, T + seconds * 1_000);
        expect(ticks(free, 10, T + seconds * 1_000)).toEqual([...Array(9).fill(0), 1]);
      }),
    );
  });

  it('goes to an incident, and comes back to where it was, by calm or by itself', () => {
    const at1 = rotate(startRotation(T), TURNS, { kind: 'next' }, T);
    const away = rotate(at1, TURNS, { kind: 'interrupt', server_id: '2' }, T + 5_000);
    expect(shownStop(away, TURNS)).toBe(2);
    expect(shownStop(rotate(away, TURNS, { kind: 'calm' }, T + 9_000), TURNS)).toBe(1);
    const back = rotate(away, TURNS, { kind: 'tick' }, T + 5_000 + INTERRUPTION_MS);
    expect(shownStop(back, TURNS)).toBe(1);
    expect(ticks(back, 19, T + 65_000).every((index) => index === 1)).toBe(true);
  });

  it('moves on by one after the machine slept for hours, and after its clock was set back', () => {
    for (const later of [6 * 3_600_000, -3_600_000]) {
      const rotation = rotate(startRotation(T), TURNS, { kind: 'tick' }, T + later);
      const at = { scene_id: 'a', page: 1, index: 1 };
      expect(rotation).toEqual({ at, shown_at: T + later, pinned: false, away: null });
    }
  });

  it('gives what comes in the place of a page that is gone its full time', () => {
    const before = turnsOf(
      ['a', 'b', 'c'].map((id) => [id, 1]),
      1,
    );
    const after = turnsOf(
      ['a', 'c'].map((id) => [id, 1]),
      1,
    );
    let rotation = rotate(startRotation(T), before, { kind: 'next' }, T);
    const seen = [15, 21, 34, 35].map((second) => {
      rotation = rotate(rotation, after, { kind: 'tick' }, T + second * 1_000);
      return after.stops[shownStop(rotation, after)]?.scene_id;
    });
    expect(seen).toEqual(['c', 'c', 'c', 'a']);
  });

  it('shows the pinned scene wherever it stands, and its page where it still has that one', () => {
    const pinning = fc.record({ first: turns, from: fc.nat(20), steps: fc.array(turns) });
    fc.assert(
      fc.property(pinning, ({ first, from, steps: changes }) => {
        fc.pre(first.stops.length > 0);
        let rotation = startRotation(T);
        for (let turned = 0; turned < from; turned++) {
          rotation = rotate(rotation, first, { kind: 'next' }, T);
        }
        rotation = rotate(rotation, first, { kind: 'pin' }, T);
        const { scene_id, page } = first.stops[shownStop(rotation, first)]!;
        for (const [second, change] of changes.entries()) {
          rotation = rotate(rotation, change, { kind: 'tick' }, T + second * 40_000);
          const pages = change.stops.filter((stop) => stop.scene_id === scene_id).length;
          if (pages === 0) continue;
          const shown = change.stops[shownStop(rotation, change)];
          expect(shown).toMatchObject({ scene_id, page: Math.min(page, pages - 1) });
        }
      }),
    );
  });

  it("shows an incident's server wherever it is, also where it is on another page now", () => {
    fc.assert(
      fc.property(turns, fc.array(turns), fc.nat(40), (first, changes, server) => {
        fc.pre(first.stops.length > 0);
        const server_id = String(server);
        const before = rotate(startRotation(T), first, { kind: 'next' }, T);
        let rotation = rotate(before, first, { kind: 'interrupt', server_id }, T);
        expect(shownStop(rotation, first)).toBe(
          first.stopOf(server_id) ?? shownStop(before, first),
        );
        for (const change of changes) {
          const page = change.stopOf(server_id);
          if (page === null) continue;
          rotation = rotate(rotation, change, { kind: 'tick' }, T + 1_000);
          expect(shownStop(rotation, change)).toBe(page);
        }
      }),
    );
  });

  it('goes on from where it is when a scene comes before it, and leaves it', () => {
    const [b, ab] = [
      turnsOf([['b', 2]], 9),
      turnsOf(
        [
          ['a', 1],
          ['b', 2],
        ],
        9,
      ),
    ];
    const first = rotate(startRotation(T), b, { kind: 'tick' }, T);
    const later = rotate(first, ab, { kind: 'tick' }, T + 5_000);
    expect([shownStop(first, b), shownStop(later, ab), later.shown_at]).toEqual([0, 1, T]);
    expect(shownStop(rotate(later, ab, { kind: 'tick' }, T + 20_000), ab)).toBe(2);
    const only = turnsOf([['a', 1]], 9);
    expect(shownStop(later, only)).toBe(0);
  });
});
