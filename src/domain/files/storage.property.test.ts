import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FILES_MOST } from '../../protocol/files/limits.ts';
import { beyond, GRACE_MS, isNearlyFull, roomFor, type CountedFile } from './storage.ts';

const file = fc.record({
  id: fc.string({ minLength: 1, maxLength: 8 }),
  server_id: fc.constantFrom('one', 'other'),
  bytes: fc.integer({ min: 1, max: 1_000 }),
  at: fc.integer({ min: 0, max: 20 }),
});
const files = fc.uniqueArray(file, { selector: ({ id }) => id, maxLength: 30 });
const quota = fc.integer({ min: 0, max: 10_000 });
const bytes = fc.integer({ min: 1, max: 12_000 });
/** At the moment when the grace of what is beyond the quota since 0 is over. */
const upload = (more: number) => ({ serverId: 'one', bytes: more, now: GRACE_MS });
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
      const room = roomFor({ quota: most, policy: 'refuse', overSince: null }, held, upload(more));
      expect(room).toEqual(sum(held) + more <= most ? { fits: true, goes: [] } : { fits: false });
    }),
  );
});

it('with the policy to delete, all that is no larger than the quota finds room, once no grace is on', () => {
  const since = fc.constantFrom(null, 0, 1);
  fc.assert(
    fc.property(files, quota, bytes, since, (held, most, more, overSince) => {
      const storage = { quota: most, policy: 'delete-oldest', overSince } as const;
      const room = roomFor(storage, held, upload(more));
      expect(room.fits).toBe(more <= most && (sum(held) <= most || overSince === 0));
      if (!room.fits) return;
      const stays = held.filter((one) => !room.goes.includes(one));
      expect(sum(stays) + more).toBeLessThanOrEqual(most);
      if (sum(held) + more <= most) expect(room.goes).toEqual([]);
    }),
  );
});

it('of a server that has all the files it can have the oldest goes, whatever is older elsewhere', () => {
  const full = Array.from({ length: FILES_MOST }, (_, at) => {
    return { id: String(at), server_id: 'one', bytes: 1, at: at + 1 };
  });
  const older = { id: 'older', server_id: 'other', bytes: 1, at: 0 };
  const room = (quota: number) =>
    roomFor(
      { quota, policy: 'delete-oldest', overSince: null },
      [...full.toReversed(), older],
      upload(1),
    );
  expect(room(FILES_MOST + 1)).toEqual({ fits: true, goes: [full[0]] });
  expect(
    roomFor(
      { quota: FILES_MOST + 1, policy: 'delete-oldest', overSince: null },
      full.slice(1),
      upload(1),
    ),
  ).toEqual({ fits: true, goes: [] });
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
