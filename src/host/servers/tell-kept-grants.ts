import { sql } from 'kysely';
import { serverResource } from '../access/grants.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { PERSONNEL_ROWS, personnelId } from '../personnel/rows.ts';
import { lockName } from '../store/lock.ts';

/** What a console let people do before its commands were known by name; migration 0145 gave it. */
const KEPT = [
  'server.action.console-raw',
  'server.bans.add-temporary',
  'server.bans.add-permanent',
  'server.bans.remove',
];

interface Kept {
  readonly id: string;
  readonly subject: string;
  readonly name: string;
  readonly given: readonly string[];
}

/** Tells the audit and the personnel of servers, once, who kept what their console let them do. Owners have everything. */
export async function tellKeptGrants(context: ChangeContext): Promise<void> {
  const { rows } = await sql<Kept>`
    select s.id, g.subject, a.display_name as name, array_agg(g.permission order by g.permission) as given
    from grants g
    join servers s on g.resource = ${serverResource('')} || s.id and s.deleting is null
    join accounts a on a.id = g.subject
    where g.granted_by is null and g.subject <> s.owner and g.permission = any(${KEPT}::text[])
      and not exists (
        select from audit told
        where told.resource = g.resource and told.action = 'personnel.keep'
          and told.detail::json->>'subject' = g.subject
      )
    group by s.id, g.subject, a.display_name order by s.id, g.subject
  `.execute(context.db);
  for (const kept of rows) await tell(context, kept);
}

async function tell(context: ChangeContext, { id, subject, name, given }: Kept): Promise<void> {
  const resource = serverResource(id);
  await change(context, async (made) => {
    // Two hosts may start at once.
    await lockName(made.trx, `personnel ${id}`);
    const { rows } = await sql`
      select from audit where resource = ${resource} and action = 'personnel.keep'
        and detail::json->>'subject' = ${subject}
    `.execute(made.trx);
    if (rows.length > 0) return;
    const told = { target: { id: subject, name } };
    made.audit({
      actor: null,
      resource,
      action: 'personnel.keep',
      detail: { subject, given },
      told,
    });
    made.tellRows(PERSONNEL_ROWS, id, [personnelId(id, subject)]);
    made.tellAccount(subject, 'permissions');
    made.changeGrants(subject);
  });
}
