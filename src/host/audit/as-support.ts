import { authorizationOn } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';
import type { AuditEntry } from './append.ts';

/** The entries as they are kept: what staff do for an owner names the authorization, and is found by it. */
export async function asSupport(
  trx: Trx,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  const kept: AuditEntry[] = [];
  for (const entry of entries) {
    const { resource, detail } = entry;
    const isSupport = detail['through'] === 'support' && detail['support'] === undefined;
    const support = isSupport ? await authorizationOn(trx, resource) : null;
    kept.push(support === null ? entry : { ...entry, detail: { ...detail, support } });
  }
  return kept;
}
