import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIFT_PX, SHIFT_STEP_MS, pixelShiftAt } from './pixel-shift.ts';
import { mayReload, readReloads, RELOADS_AN_HOUR, RELOAD_GAP_MS } from './reload-guard.ts';

const T = 1_700_000_000_000;

describe('the drift', () => {
  it('stays within a few pixels, and moves by one at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
        const here = pixelShiftAt(now);
        const next = pixelShiftAt(now + SHIFT_STEP_MS);
        expect(Math.max(Math.abs(here.x), Math.abs(here.y))).toBeLessThanOrEqual(SHIFT_PX);
        expect(Math.abs(next.x - here.x)).toBeLessThanOrEqual(1);
        expect(Math.abs(next.y - here.y)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('passes every place of the square within five hours, and favours none by much', () => {
    const seen = new Map<string, number>();
    const steps = (4 * SHIFT_PX) ** 2;
    for (let step = 0; step < steps; step++) {
      const { x, y } = pixelShiftAt(T + step * SHIFT_STEP_MS);
      seen.set(`${x},${y}`, (seen.get(`${x},${y}`) ?? 0) + 1);
    }
    expect(steps * SHIFT_STEP_MS).toBeLessThanOrEqual(5 * 3_600_000);
    expect(seen.size).toBe((2 * SHIFT_PX + 1) ** 2);
    expect(Math.max(...seen.values())).toBeLessThanOrEqual(4);
  });
});

describe('the reload guard', () => {
  it('lets through at most four in any hour, however often it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 600_000 }), { maxLength: 200, size: 'max' }),
        (waits) => {
          let kept: readonly number[] = [];
          let now = T;
          const done: number[] = [];
          for (const wait of waits) {
            now += wait;
            const decision = mayReload(readReloads(JSON.stringify(kept)), now);
            if (decision.kind === 'wait') {
              expect(decision.until).toBeGreaterThan(now);
              continue;
            }
            kept = decision.kept;
            done.push(now);
          }
          for (const at of done) {
            const within = done.filter((other) => other >= at && other < at + 3_600_000);
            expect(within.length).toBeLessThanOrEqual(RELOADS_AN_HOUR);
          }
          expect(kept.length).toBeLessThanOrEqual(RELOADS_AN_HOUR);
        },
      ),
    );
  });

  it('tries for ever: whoever waits until it may, may', () => {
    let kept: readonly number[] = [];
    let now = T;
    for (let round = 0; round < 500; round++) {
      const decision = mayReload(kept, now);
      if (decision.kind === 'reload') kept = decision.kept;
      else {
        expect(decision.until - now).toBeLessThanOrEqual(3_600_000);
        now = decision.until;
        expect(mayReload(kept, now).kind).toBe('reload');
      }
    }
  });

  it('takes longer each time', () => {
    const first = mayReload([], T);
    expect(first).toEqual({ kind: 'reload', kept: [T] });
    expect(mayReload([T], T + 1)).toEqual({ kind: 'wait', until: T + RELOAD_GAP_MS });
    const second = T + RELOAD_GAP_MS;
    expect(mayReload([T, second], second + 1)).toEqual({
      kind: 'wait',
      until: second + 2 * RELOAD_GAP_MS,
    });
  });

  it('minds the last one, in whatever order they stand', () => {
    const [first, second] = [T, T + RELOAD_GAP_MS];
    const decision = mayReload([second, first], second + 1);
    expect(decision).toEqual(mayReload([first, second], second + 1));
    expect(decision.kind).toBe('wait');
  });

  it('reads whatever stands there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
        for (const at of readReloads(text)) expect(typeof at).toBe('number');
      }),
    );
    expect(mayReload([T + 86_400_000], T).kind).toBe('reload');
  });
});
