/** For how long staff may act, as whoever may know it reads it. */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { RowOf, ScopedName } from '../../protocol/resources/registry.ts';
import { groupResource, serverResource } from '../access/grants.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { databaseNow } from '../store/now.ts';

type Row = Omit<RowOf<'support'>, 'id' | 'server_id'>;

/** The id of an authorization's row among those of a server or a group: what is given for a group is of many. */
export function supportRowId(ownerId: string, authorizationId: string): string {
  return createHash('sha256').update(`${ownerId}/${authorizationId}`).digest('hex').slice(0, 24);
}

const SELECTED = sql`
  select w.id as authorization_id, coalesce(g.kind, 'server') as kind, split_part(w.resource, '/', 2) as of,
    coalesce(g.identifier, s.identifier, '') as identifier,
    w.given_by, a.display_name as given_by_name, w.since, w.until, w.costs
  from support_authorizations w
  join accounts a on a.id = w.given_by
  left join groups g on 'group/' || g.id = w.resource
  left join servers s on 'server/' || s.id = w.resource
  where w.until > ${databaseNow} and w.resource in
`;

/** Of a server: its own, its group's, and that of the organization over it. */
export const SERVER_SUPPORT_ROWS: ToldRows<'support'> = {
  resource: 'support',
  async read(trx, server_id) {
    const { rows } = await sql<Row>`
      ${SELECTED} (
        select ${serverResource(server_id)}
        union all
        select ${groupResource('')} || over.id from servers o
        join groups t on t.id = o.owner
        join groups over on over.id in (t.id, t.organization_id)
        where o.id = ${server_id}
      )
    `.execute(trx);
    return rows.map((row) => ({
      ...row,
      id: supportRowId(server_id, row.authorization_id),
      server_id,
    }));
  },
};

/** Of a group: its own, and that of the organization over it. */
function groupRows<R extends ScopedName<'group'> & `${string}Support`>(resource: R): ToldRows<R> {
  return {
    resource,
    async read(trx, groupId) {
      const over: RawBuilder<unknown> = sql`
        select ${groupResource('')} || over.id from groups t
        join groups over on over.id in (t.id, t.organization_id) where t.id = ${groupId}
      `;
      const { rows } = await sql<Row>`${SELECTED} (${over})`.execute(trx);
      return rows.map((row) => {
        const id = supportRowId(groupId, row.authorization_id);
        return { ...row, id, server_id: null, group_id: groupId } as unknown as RowOf<R>;
      });
    },
  };
}

export const TEAM_SUPPORT_ROWS = groupRows('teamSupport');
export const ORGANIZATION_SUPPORT_ROWS = groupRows('organizationSupport');
