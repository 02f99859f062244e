import { sql } from 'kysely';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { serverResource } from '../access/grants.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { PERSONNEL_ROWS, personnelId } from '../personnel/rows.ts';

/**
 * Gives owners what they may do with their servers since this version: a host of an older one added some of them
 * meanwhile, and nobody could give it. An owner whose permissions somebody has set keeps what was set.
 */
export async function grantOwners(context: ChangeContext): Promise<void> {
  await change(context, async (made) => {
    const { rows } = await sql<{ subject: string; server_id: string }>`
      insert into grants (subject, resource, permission, granted_by, since)
      select s.owner, ${serverResource('')} || s.id, given.permission, null, ${made.now}
      from servers s cross join unnest(${SERVER_PERMISSION}::text[]) as given (permission)
      where s.deleting is null and not exists (
        select from grants g
        where g.subject = s.owner and g.resource = ${serverResource('')} || s.id
          and g.permission = given.permission
      ) and not exists (
        select from audit a
        where a.resource = ${serverResource('')} || s.id and a.action = 'personnel.set'
          and a.detail::json->>'subject' = s.owner
      )
      on conflict do nothing
      returning subject, substr(resource, length(${serverResource('')}) + 1) as server_id
    `.execute(made.trx);
    const subjectOf = new Map(rows.map((row) => [row.server_id, row.subject]));
    for (const [serverId, subject] of subjectOf) {
      made.tellRows(PERSONNEL_ROWS, serverId, [personnelId(serverId, subject)]);
    }
    for (const subject of new Set(subjectOf.values())) {
      made.tellAccount(subject, 'permissions');
      made.changeGrants(subject);
    }
  });
}
