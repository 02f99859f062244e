import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';
import type { BucketEntryRow } from './row.ts';

const values = fc.record({
  comment: fc.constantFrom('', 'one', 'other'),
  until: fc.constantFrom(null, 1, 2),
});
const pairs = fc.array(fc.tuple(values, values), { maxLength: 20 });
const rowOf = (at: number, of: object) => ({ id: String(at), ...of }) as BucketEntryRow;

it('tells of each entry that is another once, with what it had and has, and of those alike together', () => {
  fc.assert(
    fc.property(pairs, (all) => {
      const before = all.map(([had], at) => rowOf(at, had));
      const rows = all.map(([, has], at) => rowOf(at, has));
      const changes = changesOf(before, rows);
      const told = changes.flatMap((one) =>
        one.rows.map((row) => ({
          before: { ...before[Number(row.id)], ...one.before },
          after: { ...before[Number(row.id)], ...one.after },
        })),
      );
      const byId = (a: { before: { id?: string } }, b: { before: { id?: string } }) =>
        Number(a.before.id) - Number(b.before.id);
      const changed = before.flatMap((row, at) => {
        const after = rows[at]!;
        const isOther = row.comment !== after.comment || row.until !== after.until;
        return isOther ? [{ before: row, after }] : [];
      });
      expect(told.toSorted(byId)).toEqual(changed);
      const said = changes.map((one) => JSON.stringify([one.before, one.after]));
      expect(new Set(said).size).toBe(said.length);
    }),
  );
});
