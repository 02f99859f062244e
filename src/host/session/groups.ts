/** What session data says of teams, organizations, ban lists and buckets. */
import { sql } from 'kysely';
import type { SessionData } from '../../protocol/session/fields.ts';
import { grantedBanLists, grantedBuckets, grantedGroups } from '../access/grants.ts';
import type { Trx } from '../store/database.ts';

type OfGroups = Pick<
  SessionData,
  'memberships' | 'resources' | 'invites' | 'groups' | 'ban_lists' | 'buckets'
>;
type Kind = 'team' | 'organization';
interface Named {
  readonly kind: Kind;
  readonly group_id: string;
  readonly identifier: string;
}

/** What an account belongs to, what belongs to that, who invites it, and what it may do there. `seen`: its servers. */
export async function groupsOf(
  trx: Trx,
  accountId: string,
  seen: ReadonlyMap<string, unknown>,
  now: number,
): Promise<OfGroups> {
  const memberships = await trx
    .selectFrom('group_members as member')
    .innerJoin('groups', 'groups.id', 'member.group_id')
    .leftJoin('group_roles as role', 'role.id', 'member.role_id')
    .select(['groups.kind', 'groups.id as group_id', 'groups.identifier'])
    .select(['role.id as role_id', 'role.name as role'])
    .where('member.account_id', '=', accountId)
    .orderBy('groups.identifier')
    .orderBy('groups.id')
    .execute();
  const invites = await trx
    .selectFrom('group_invites as invite')
    .innerJoin('groups', 'groups.id', 'invite.group_id')
    .innerJoin('group_roles as role', 'role.id', 'invite.role_id')
    .select(['invite.id', 'invite.expires_at', 'role.name as role'])
    .select(['groups.kind', 'groups.id as group_id', 'groups.identifier'])
    .where('invite.to_id', '=', accountId)
    .where('invite.answered_at', 'is', null)
    .where('invite.expires_at', '>', now)
    .orderBy('invite.created_at', 'desc')
    .execute();
  return {
    memberships: memberships.map((row) => ({
      ...ofKind(row),
      role: row.role_id === null || row.role === null ? null : { id: row.role_id, name: row.role },
    })),
    invites: invites.map(({ id, role, expires_at, ...row }) => ({
      id,
      ...ofKind(row),
      role,
      expires_at,
    })),
    resources: await resourcesOf(trx, accountId, [...seen.keys()]),
    groups: recordOf(await grantedGroups(trx, accountId)),
    ban_lists: recordOf(await grantedBanLists(trx, accountId)),
    buckets: recordOf(await grantedBuckets(trx, accountId)),
  };
}

function recordOf<P>(held: ReadonlyMap<string, readonly P[]>): Record<string, P[]> {
  return Object.fromEntries([...held].map(([id, all]) => [id, [...all]]));
}

function ofKind({ kind, group_id: id, identifier }: Named) {
  const named = { id, identifier };
  return {
    team: kind === 'team' ? named : null,
    organization: kind === 'organization' ? named : null,
  };
}

async function resourcesOf(
  trx: Trx,
  accountId: string,
  ids: readonly string[],
): Promise<OfGroups['resources']> {
  const { rows } = await sql<{
    id: string;
    owner: string;
    owner_kind: Kind | 'account';
    restricted: boolean;
  }>`
    select id, owner, owner_kind, restricted from servers where id = any(${ids}::text[]) order by id
  `.execute(trx);
  const resources: OfGroups['resources'] = {};
  for (const { id, owner, owner_kind, restricted } of rows) {
    const team_id = owner_kind === 'team' ? owner : null;
    const key = owner_kind === 'account' ? accountId : owner;
    (resources[key] ??= []).push({ type: 'server', id, team_id, restricted });
  }
  return resources;
}
