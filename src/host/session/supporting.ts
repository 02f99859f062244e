import { sql } from 'kysely';
import type { SessionData } from '../../protocol/session/fields.ts';
import type { Trx } from '../store/database.ts';

/** By which authorizations staff act now, and on which servers nothing but that lets them do something. */
export async function supportingOf(
  trx: Trx,
  accountId: string,
): Promise<NonNullable<SessionData['support']>> {
  const { rows } = await sql<NonNullable<SessionData['support']>[number]>`
    select w.id, coalesce(g.kind, 'server') as kind, coalesce(g.identifier, s.identifier, '') as identifier,
      w.until, array_agg(split_part(x.resource, '/', 2) order by x.resource) as servers
    from supported x
    join support_authorizations w on w.id = x.authorization_id
    left join groups g on 'group/' || g.id = w.resource
    left join servers s on 'server/' || s.id = w.resource
    where x.resource in (
      select resource from rights
      where subject = ${accountId} and resource like 'server/%'
      group by resource
      having count(distinct permission) > count(distinct permission) filter (where via <> 'support')
    )
    group by w.id, w.until, g.kind, g.identifier, s.identifier
    order by w.until, w.id
  `.execute(trx);
  return rows;
}
