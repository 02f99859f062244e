import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matching, MAX_ROWS, merged } from './log-rows.ts';

const run = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ seq: from + index, at: 0 }));

it('keeps what was paged in while the live end moves on, whatever the steps', () => {
  fc.assert(
    fc.property(
      fc.nat(50),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(20), { maxLength: 20, size: 'max' }),
      (paged, window, steps) => {
        let head = paged + window;
        let shown: ReturnType<typeof run> | null = run(1, head);
        for (const step of steps.map((size) => Math.min(size, window))) {
          head += step;
          const floor = head - window + 1;
          shown = merged(shown ?? [], run(floor, head), floor) as typeof shown;
          expect(shown).toEqual(run(1, head));
        }
      },
    ),
  );
});

it('says that something is missing where the live end has moved past what was shown', () => {
  expect(merged(run(1, 10), run(12, 20), 12)).toBeNull();
  expect(merged(run(1, 10), run(11, 20), 11)).toEqual(run(1, 20));
});

it('shows so many rows and no more', () => {
  expect(merged(run(1, MAX_ROWS), run(MAX_ROWS, MAX_ROWS + 5), 2)).toHaveLength(MAX_ROWS);
});

it('finds by kind and by text, without case', () => {
  const rows = ['chat Ann hello', 'join Ann', 'join Bob'];
  const describe = (row: string) => ({ kind: row.split(' ')[0] ?? '', text: row });
  expect(matching(rows, { kinds: [], text: ' ' }, describe)).toBe(rows);
  expect(matching(rows, { kinds: ['join'], text: 'ANN' }, describe)).toEqual(['join Ann']);
});
