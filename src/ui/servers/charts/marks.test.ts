import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MARK_KIND, type MarkKind } from '../../../protocol/statistics/calls.ts';
import { isFilled, markPath } from './draw-marks.ts';
import { groupMarks, type Mark } from './marks.ts';

const mark = (at: number, kind: MarkKind): Mark => ({ at, kind, by: null, until: null });
const APART = 11;

it('puts marks that stand together under the sign that matters most, and says that there are more', () => {
  const marks = [mark(10, 'unlock'), mark(14, 'kick'), mark(20, 'restart'), mark(40, 'lock')];
  expect(groupMarks(marks, (at) => at, APART)).toEqual([
    { x: 10, kind: 'restart', count: 3 },
    { x: 40, kind: 'lock', count: 1 },
  ]);
});

it('drops no mark, and lays no sign over another', () => {
  const some = fc.array(
    fc.record({ at: fc.nat({ max: 600 }), kind: fc.constantFrom(...MARK_KIND) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(some, (found) => {
      const marks = found
        .map(({ at, kind }) => mark(at, kind))
        .toSorted((one, other) => one.at - other.at);
      const groups = groupMarks(marks, (at) => at, APART);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(marks.length);
      groups.forEach(({ x }, index) => {
        if (index > 0) expect(x - (groups[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(APART);
      });
      const kinds = new Set(marks.map(({ kind }) => kind));
      for (const { kind } of groups) expect(kinds).toContain(kind);
      if (kinds.has('restart')) expect(groups.map(({ kind }) => kind)).toContain('restart');
    }),
  );
});

it('has a sign of its own for each kind', () => {
  const signs = MARK_KIND.map((kind) => `${markPath(kind, 4)} ${isFilled(kind)}`);
  expect(new Set(signs).size).toBe(MARK_KIND.length);
});
