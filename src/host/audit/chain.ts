import { createHash } from 'node:crypto';
import { macWith, type Secrets } from '../store/secrets/secrets.ts';
import type { AuditRow } from '../store/tables/audit.ts';

/** What the first row of the audit follows. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** The action of the row from which on rows have a hash with the host's key, which is not in the database. */
export const KEYED = 'audit.keyed';

type Content = Omit<AuditRow, 'previous_hash' | 'hash'>;
type Key = Pick<Secrets, 'mac'>;

const PURPOSE = 'audit';

/** The audit's key alone, for a thread of this process. */
export function auditKey(secrets: Pick<Secrets, 'macKey'>): Uint8Array {
  return secrets.macKey(PURPOSE);
}

/** What a thread appends to the audit with. */
export function withAuditKey(key: Uint8Array): Key {
  return { mac: (_purpose, data) => macWith(key, data) };
}

/** The hash of a row without the key: over the hash before it, and every field. So were all of them once. */
export function chainHash(previous: Buffer, row: Content): Buffer {
  return createHash('sha256').update(previous).update(textOf(row)).digest();
}

/** The hash of a row with the key: whoever has the database alone cannot make one. */
export function keyedHash(key: Key, previous: Buffer, row: Content): Buffer {
  return key.mac(PURPOSE, `${previous.toString('hex')} ${textOf(row)}`);
}

function textOf({ id, at, actor, resource, action, detail }: Content): string {
  return JSON.stringify([id, at, actor, resource, action, detail]);
}

/** The first row that does not follow from the one before it. */
export interface BrokenLink {
  readonly id: number;
  readonly reason: 'missing-row' | 'wrong-previous-hash' | 'changed-row';
}

/** How a row follows from its predecessor, or how it does not. */
export type Link = 'keyed' | 'plain' | BrokenLink;

/** Checks one row against its predecessor. */
export function checkLink(
  key: Key,
  previous: { readonly id: number; readonly hash: Buffer },
  row: AuditRow,
): Link {
  if (row.id !== previous.id + 1) return { id: previous.id + 1, reason: 'missing-row' };
  if (!row.previous_hash.equals(previous.hash))
    return { id: row.id, reason: 'wrong-previous-hash' };
  if (row.hash.equals(keyedHash(key, previous.hash, row))) return 'keyed';
  if (row.hash.equals(chainHash(previous.hash, row))) return 'plain';
  return { id: row.id, reason: 'changed-row' };
}
