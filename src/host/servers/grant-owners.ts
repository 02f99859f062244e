import { sql } from 'kysely';
import { ORGANIZATION_ROLE_PERMISSION, SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { serverResource } from '../access/grants.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { PERSONNEL_ROWS, personnelId } from '../personnel/rows.ts';

/**
 * Gives owners what they may do with their servers since this version: a host of an older one added some of them
 * in the meantime, and nobody could give it. An owner whose permissions somebody has set keeps what was set, and gets what
 * could not be meant then. Each server is a change of its own: no lock is held for the next.
 */
export async function grantOwners(context: ChangeContext): Promise<void> {
  await sql`
    insert into known_permissions (permission, since)
    select name, ${context.now} from unnest(${ORGANIZATION_ROLE_PERMISSION}::text[]) as name
    on conflict do nothing
  `.execute(context.db);
  const { rows } = await sql<{ id: string }>`
    select s.id from servers s where s.deleting is null and s.owner_kind = 'account' and (
      select count(*) from grants g
      where g.subject = s.owner and g.resource = ${serverResource('')} || s.id
        and g.permission = any(${SERVER_PERMISSION}::text[])
    ) < ${SERVER_PERMISSION.length} order by s.id
  `.execute(context.db);
  for (const { id } of rows) await change(context, (made) => grantOwner(made, id));
}

async function grantOwner(made: Change, serverId: string): Promise<void> {
  const resource = serverResource(serverId);
  const { rows } = await sql<{ subject: string }>`
    insert into grants (subject, resource, permission, granted_by, since)
    select s.owner, ${resource}, given.permission, null, ${made.now}
    from servers s
    cross join unnest(${SERVER_PERMISSION}::text[]) as given (permission)
    join known_permissions known on known.permission = given.permission
    where s.id = ${serverId} and s.deleting is null and s.owner_kind = 'account' and not exists (
      select from grants g
      where g.subject = s.owner and g.resource = ${resource} and g.permission = given.permission
    ) and not exists (
      select from audit a
      where a.resource = ${resource} and a.action = 'personnel.set'
        and a.detail::json->>'subject' = s.owner and a.at >= known.since
    )
    on conflict do nothing
    returning subject
  `.execute(made.trx);
  const subject = rows[0]?.subject;
  if (subject === undefined) return;
  made.tellRows(PERSONNEL_ROWS, serverId, [personnelId(serverId, subject)]);
  made.tellAccount(subject, 'permissions');
  made.changeGrants(subject);
}
