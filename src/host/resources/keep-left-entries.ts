import { sql } from 'kysely';
import type { AuditEntry } from '../audit/append.ts';
import { keepAuditRows } from '../audit/rows.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { lockName } from '../store/lock.ts';
import { OF_HOST } from '../store/paged/rows.ts';

/** Hosts are replaced within a day. */
const LATELY_MS = 2 * 86_400_000;
const MOST = 10_000;

/**
 * Keeps, for those who read the audit, what only the chained one has: a host of an older version did it beside a new
 * one. Those that look at the same time wait for each other.
 */
export async function keepLeftEntries(context: ChangeContext): Promise<void> {
  await change(context, async (made) => {
    const { trx, now } = made;
    await lockName(trx, 'keep-left-entries');
    const { rows } = await sql<AuditEntry>`
      select audit.at, audit.actor, audit.resource, audit.action, audit.detail::json as detail
      from audit left join servers on audit.resource = 'server/' || servers.id
      where audit.at > ${now - LATELY_MS}
        and (servers.id is not null or audit.resource not like 'server/%')
        and not exists (
          select from paged_audit kept
          where kept.server_id = servers.id and kept.key_at = audit.at
            and kept.key_action = audit.action
        )
        and not (audit.resource not like 'server/%' and exists (
          select from paged_oversight kept
          where kept.owner_id = ${OF_HOST} and kept.key_at = audit.at
            and kept.key_action = audit.action
        ))
      order by audit.id limit ${MOST}
    `.execute(trx);
    for (const { stream, data } of await keepAuditRows(trx, rows)) {
      made.tell(stream, 'row:put', data);
    }
  });
}
