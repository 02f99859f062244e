/** How much may be kept, and which files go beyond that. Pure. */
import type { StoragePolicy } from '../../protocol/files/limits.ts';
import type { CallRule } from '../resources/rules.ts';

/** A file that counts. */
export interface CountedFile {
  readonly id: string;
  readonly bytes: number;
  /** When it was uploaded. */
  readonly at: number;
}

/** What an account has, and says. */
export interface Storage {
  /** Bytes that it may keep. */
  readonly quota: number;
  readonly policy: StoragePolicy;
}

/** From this part of the quota on it is said how full it is. */
export const NEARLY_FULL = 0.8;
/** How long files stay that a quota no longer holds, and whose owner lets the oldest go; milliseconds. */
export const GRACE_MS = 7 * 86_400_000;

export type Room<File extends CountedFile> =
  | { readonly fits: true; readonly goes: readonly File[] }
  | { readonly fits: false };

/**
 * Whether there is room for so many bytes more, and which files go for them: none where they fit, else the oldest, as few
 * as will do, where the policy lets them. What is larger than the whole quota never fits, and nothing goes for it.
 */
export function roomFor<File extends CountedFile>(
  { quota, policy }: Storage,
  files: readonly File[],
  bytes: number,
): Room<File> {
  if (bytes > quota) return { fits: false };
  const goes = beyond(files, quota - bytes);
  return goes.length === 0 || policy === 'delete-oldest' ? { fits: true, goes } : { fits: false };
}

/** The files that go so that the rest takes no more than `most`: the oldest, as few as will do. */
export function beyond<File extends CountedFile>(
  files: readonly File[],
  most: number,
): readonly File[] {
  let left = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const goes: File[] = [];
  for (const file of files.toSorted(byAge)) {
    if (left <= most) break;
    goes.push(file);
    left -= file.bytes;
  }
  return goes;
}

/** Whether somebody should be told how full it is. */
export function isNearlyFull(used: number, quota: number): boolean {
  return used > 0 && used >= quota * NEARLY_FULL;
}

function byAge(a: CountedFile, b: CountedFile): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

/** An account's storage has the policy that was chosen; when files go then is the host's to say. */
export const POLICY_SET: CallRule<'storagePolicySet', 'storage'> = {
  resource: 'storage',
  after: ({ storage }, { body: { policy } }) => {
    const [row] = storage.values();
    return row === undefined
      ? undefined
      : { row_id: row.id, row: { ...row, policy, goes_at: null } };
  },
};
