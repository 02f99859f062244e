/** How much may be kept, and which files go beyond that. Pure. */
import { FILES_MOST, type StoragePolicy } from '../../protocol/files/limits.ts';
import type { CallRule } from '../resources/rule.ts';

/** A file that counts. */
export interface CountedFile {
  readonly id: string;
  readonly server_id: string;
  readonly bytes: number;
  /** When it was uploaded. */
  readonly at: number;
}

/** What an account has, and says. */
export interface Storage {
  /** Bytes that it may keep. */
  readonly quota: number;
  readonly policy: StoragePolicy;
  /** Since when more is kept than that, where the oldest go for it after a while. */
  readonly overSince: number | null;
}

/** A file that is to be kept. */
export interface Upload {
  readonly serverId: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** From this part of the quota on it is said how full it is. */
export const NEARLY_FULL = 0.8;
/** How long files stay that a quota no longer holds, and whose owner lets the oldest go; milliseconds. */
export const GRACE_MS = 7 * 86_400_000;

export type Room<File extends CountedFile> =
  | { readonly fits: true; readonly goes: readonly File[] }
  | { readonly fits: false };

/**
 * Whether there is room for an upload, and which files go for it: none where it fits, else the oldest, as few as will do,
 * where the policy lets them; of a server that has as many files as it can have, its own. What is larger than the whole
 * quota never fits, and nothing goes for it; nor does anything fit that would take files before their grace is over.
 */
export function roomFor<File extends CountedFile>(
  { quota, policy, overSince }: Storage,
  files: readonly File[],
  { serverId, bytes, now }: Upload,
): Room<File> {
  if (bytes > quota) return { fits: false };
  if (policy === 'refuse') {
    return sumOf(files) + bytes <= quota ? { fits: true, goes: [] } : { fits: false };
  }
  if (sumOf(files) > quota && !isGraceOver(overSince, now)) return { fits: false };
  const own = files.filter(({ server_id }) => server_id === serverId).toSorted(byAge);
  const surplus = own.slice(0, Math.max(0, own.length + 1 - FILES_MOST));
  const others = files.filter((file) => !surplus.includes(file));
  return { fits: true, goes: [...surplus, ...beyond(others, quota - bytes)] };
}

/** Whether files that a quota no longer holds have stayed as long as was promised. */
export function isGraceOver(overSince: number | null, now: number): boolean {
  return overSince !== null && overSince + GRACE_MS <= now;
}

/** The files that go so that the rest takes no more than `most`: the oldest, as few as will do. */
export function beyond<File extends CountedFile>(
  files: readonly File[],
  most: number,
): readonly File[] {
  let left = sumOf(files);
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

function sumOf(files: readonly CountedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
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
