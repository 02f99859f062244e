import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beyond, isNearlyFull, roomFor, type CountedFile } from './storage.ts';

const file = fc.record({
  id: fc.string({ minLength: 1, maxLength: 8 }),
  bytes: fc.integer({ min: 1, max: 1_000 }),
  at: fc.integer({ min: 0, max: 20 }),
});
const files = fc.uniqueArray(file, { selector: ({ id }) => id, maxLength: 30 });
const quota = fc.integer({ min: 0, max: 10_000 });
const bytes = fc.integer({ min: 1, max: 12_000 });
const sum = (of: readonly CountedFile[]) => of.reduce((all, one) => all + one.bytes, 0);

/** Whether no file that stays is older than one that goes. */
function areOldest(goes: readonly CountedFile[], stays: readonly CountedFile[]): boolean {
  return goes.every((gone) =>
    stays.every(({ at, id }) => gone.at < at || (gone.at === at && gone.id < id)),
  );
}

it('what goes is the oldest, as few as will do, and what stays is within', () => {
  fc.assert(
    fc.property(files, quota, (held, most) => {
      const goes = beyond(held, most);
      const stays = held.filter((one) => !goes.includes(one));
      expect(sum(stays)).toBeLessThanOrEqual(most);
      expect(areOldest(goes, stays)).toBe(true);
      const last = goes.at(-1);
      if (last !== undefined) expect(sum(stays) + last.bytes).toBeGreaterThan(most);
    }),
  );
});

it('with the policy to refuse nothing ever goes, and what is let in is within the quota', () => {
  fc.assert(
    fc.property(files, quota, bytes, (held, most, more) => {
      const room = roomFor({ quota: most, policy: 'refuse' }, held, more);
      expect(room).toEqual(sum(held) + more <= most ? { fits: true, goes: [] } : { fits: false });
    }),
  );
});

it('with the policy to delete, all that is no larger than the quota finds room', () => {
  fc.assert(
    fc.property(files, quota, bytes, (held, most, more) => {
      const room = roomFor({ quota: most, policy: 'delete-oldest' }, held, more);
      expect(room.fits).toBe(more <= most);
      if (!room.fits) return;
      const stays = held.filter((one) => !room.goes.includes(one));
      expect(sum(stays) + more).toBeLessThanOrEqual(most);
      if (sum(held) + more <= most) expect(room.goes).toEqual([]);
    }),
  );
});

it('is told to be nearly full from four fifths on, and never while it is empty', () => {
  expect([79, 80, 100, 300].map((used) => isNearlyFull(used, 100))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(isNearlyFull(0, 0)).toBe(false);
});
