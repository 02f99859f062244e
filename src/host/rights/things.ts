/** Who may do what with teams, organizations, ban lists and buckets, and through what. */
import { sql } from 'kysely';
import {
  THING_KIND,
  THING_PERMISSION,
  type ThingKind,
  type ThingPermission,
  type Way,
} from '../../protocol/rights/calls.ts';
import { banListResource, bucketResource, groupResource } from '../access/grants.ts';
import type { Database } from '../store/database.ts';

/** A way in which somebody may do something with one of them. */
export interface ThingWay extends Way {
  readonly subject: string;
  readonly kind: ThingKind;
  readonly id: string;
  readonly identifier: string;
}

/** Where each kind stands, and where it stands who may do what with it. */
const OF = {
  team: { table: 'groups', rights: 'rights', resource: groupResource },
  organization: { table: 'groups', rights: 'rights', resource: groupResource },
  banlist: { table: 'ban_lists', rights: 'rights', resource: banListResource },
  bucket: { table: 'buckets', rights: 'bucket_rights', resource: bucketResource },
} as const;

/** Whose ways, null is everybody's; and those alone that let them do this. */
export interface Sought {
  readonly subject: string | null;
  readonly permission?: ThingPermission | undefined;
}

type Row = Omit<ThingWay, 'kind' | 'permissions'> & { readonly permissions: readonly string[] };

/** Every way in which anybody may do something with one of these, or one account with any of them. */
export async function readThingWays(
  db: Database,
  kind: ThingKind,
  ids: readonly string[],
  { subject, permission }: Sought,
): Promise<readonly ThingWay[]> {
  if (ids.length === 0) return [];
  const { table, rights, resource } = OF[kind];
  const resources = ids.map(resource);
  const of = subject === null ? sql`` : sql`and r.subject = ${subject}`;
  const isGroup = kind === 'team' || kind === 'organization';
  const ofKind = isGroup ? sql`and t.kind = ${kind}` : sql``;
  const { rows } = await sql<Row>`
    select r.subject, t.id, t.identifier, min(r.since) as since, array_agg(distinct r.permission) as permissions,
      case when r.via = 'shared' and r.subject = t.owner then 'owner' else r.via end as via,
      case when held.id is null then null else json_build_object(
        'id', held.id, 'name', held.name, 'colour', held.colour, 'group_id', g.id, 'group', g.identifier
      ) end as role
    from ${sql.table(rights)} r
    join ${sql.table(table)} t on t.id = split_part(r.resource, '/', 2)
    left join group_roles held on held.id = r.role_id
    left join groups g on g.id = held.group_id
    where r.resource = any(${resources}::text[]) ${of} ${ofKind}
    group by r.subject, t.id, t.identifier, t.owner, r.via, held.id, g.id
    having ${permission ?? null}::text is null or ${permission ?? null} = any(array_agg(r.permission))
    order by t.identifier, t.id, r.subject, since
  `.execute(db);
  return rows.map((row) => ({ ...row, kind, permissions: inOrder(row.permissions) }));
}

/** The same of all kinds at once. */
export async function readAllThingWays(
  db: Database,
  ids: Readonly<Record<ThingKind, readonly string[]>>,
  sought: Sought,
): Promise<readonly ThingWay[]> {
  const found = [];
  for (const kind of THING_KIND) found.push(...(await readThingWays(db, kind, ids[kind], sought)));
  return found;
}

/** As the protocol orders them. */
export function inOrder(held: readonly string[]): ThingPermission[] {
  return THING_PERMISSION.filter((permission) => held.includes(permission));
}
