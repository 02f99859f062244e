import { sql } from 'kysely';
import type { AuditEntry } from '../audit/append.ts';
import { keepServerRows } from '../audit/server-rows.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { lockName } from '../store/lock.ts';

/** Hosts are replaced within a day. */
const LATELY_MS = 2 * 86_400_000;
const MOST = 10_000;

/**
 * Keeps, in the audit of servers, what only the chained audit has: a host of an older version did it beside a new
 * one. Those that look at the same time wait for each other.
 */
export async function keepLeftEntries(context: ChangeContext): Promise<void> {
  await change(context, async (made) => {
    const { trx, now } = made;
    await lockName(trx, 'keep-left-entries');
    const { rows } = await sql<AuditEntry>`
      select audit.at, audit.actor, audit.resource, audit.action, audit.detail::json as detail
      from audit join servers on audit.resource = 'server/' || servers.id
      where audit.at > ${now - LATELY_MS} and not exists (
        select from paged_audit kept
        where kept.server_id = servers.id and kept.key_at = audit.at
          and kept.key_action = audit.action
      )
      order by audit.id limit ${MOST}
    `.execute(trx);
    for (const { stream, data } of await keepServerRows(trx, rows)) {
      made.tell(stream, 'row:put', data);
    }
  });
}
