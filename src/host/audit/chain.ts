import { createHash } from 'node:crypto';
import type { AuditRow } from '../store/tables/audit.ts';

/** What the first row of the audit follows. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** The hash of a row: over the hash before it, and every field. */
export function chainHash(previous: Buffer, row: Omit<AuditRow, 'previous_hash' | 'hash'>): Buffer {
  const { id, at, actor, resource, action, detail } = row;
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([id, at, actor, resource, action, detail]))
    .digest();
}

/** The first row that does not follow from the one before it. */
export interface BrokenLink {
  readonly id: number;
  readonly reason: 'missing-row' | 'wrong-previous-hash' | 'changed-row';
}

/** Checks one row against its predecessor; null where it follows. */
export function checkLink(
  previous: { readonly id: number; readonly hash: Buffer },
  row: AuditRow,
): BrokenLink | null {
  if (row.id !== previous.id + 1) return { id: previous.id + 1, reason: 'missing-row' };
  if (!row.previous_hash.equals(previous.hash))
    return { id: row.id, reason: 'wrong-previous-hash' };
  if (!row.hash.equals(chainHash(previous.hash, row))) return { id: row.id, reason: 'changed-row' };
  return null;
}
