import { sql } from 'kysely';
import type { ChangeContext } from '../change/change.ts';
import { LATELY_MS, tellUntold } from '../change/tell-untold.ts';
import { LOG_ROWS } from '../game-logs/rows.ts';
import { PERSONNEL_ROWS, personnelId } from '../personnel/rows.ts';
import { SETTINGS_ROWS } from './settings.ts';

/**
 * Tells the rows of servers that a host of an older version changed beside a new one, and told nobody. The audit has what
 * was done; a new host tells the row at the moment of its entry.
 */
export async function tellLeftRows(context: ChangeContext): Promise<void> {
  const { db, now } = context;
  const { rows: done } = await sql<{ owner: string; subject: string | null; at: number }>`
    select servers.id as owner, audit.detail::json->>'subject' as subject, max(audit.at) as at
    from audit join servers on audit.resource = 'server/' || servers.id
    where audit.at > ${now - LATELY_MS} and audit.action in ('personnel.set', 'servers.edit')
      and servers.deleting is null
    group by 1, 2 order by 1, 2
  `.execute(db);
  const edited = done.flatMap(({ owner, subject, at }) =>
    subject === null ? [{ owner, id: owner, at }] : [],
  );
  const set = done.flatMap(({ owner, subject, at }) =>
    subject === null ? [] : [{ owner, id: personnelId(owner, subject), at }],
  );
  await tellUntold(context, PERSONNEL_ROWS, set);
  await tellUntold(context, SETTINGS_ROWS, edited);
  await tellUntold(context, LOG_ROWS, edited);
}
