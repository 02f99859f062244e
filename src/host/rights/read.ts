import { sql } from 'kysely';
import type { Way } from '../../protocol/rights/calls.ts';
import { serverResource } from '../access/grants.ts';
import type { Database } from '../store/database.ts';
import { inOrder, type Sought } from './things.ts';

/** A way in which somebody may do something with a server. */
export interface FoundWay extends Way {
  readonly subject: string;
  readonly server_id: string;
}

interface Row {
  readonly subject: string;
  readonly server_id: string;
  readonly via: Way['via'];
  readonly role: Way['role'];
  readonly since: number;
  readonly permissions: readonly string[];
}

/**
 * Every way in which anybody may do something with one of these servers, or one account with any of them. What is asked
 * for stands as values: behind a join the view would be made whole.
 */
export async function readWays(
  db: Database,
  serverIds: readonly string[],
  { subject, permission }: Sought,
): Promise<readonly FoundWay[]> {
  const resources = serverIds.map(serverResource);
  const of = subject === null ? sql`` : sql`and r.subject = ${subject}`;
  const { rows } = await sql<Row>`
    select r.subject, s.id as server_id, min(r.since) as since, array_agg(r.permission) as permissions,
      case when r.via = 'shared' and r.subject = s.owner then 'owner' else r.via end as via,
      case when held.id is null then null else json_build_object(
        'id', held.id, 'name', held.name, 'colour', held.colour, 'group_id', g.id, 'group', g.identifier
      ) end as role
    from servers s
    join rights r on r.resource = 'server/' || s.id and r.resource = any(${resources}::text[])
    left join group_roles held on held.id = r.role_id
    left join groups g on g.id = held.group_id
    where s.id = any(${serverIds}::char(24)[]) and s.deleting is null ${of}
    group by r.subject, s.id, r.via, held.id, g.id
    having ${permission ?? null}::text is null or ${permission ?? null} = any(array_agg(r.permission))
    order by s.identifier, s.id, r.subject, since
  `.execute(db);
  return rows.map((row) => ({ ...row, permissions: inOrder(row.permissions) }));
}

/** A way as an answer has it. */
export function toldWay({ via, role, since, permissions }: Way): Way {
  return { via, role, since, permissions };
}
