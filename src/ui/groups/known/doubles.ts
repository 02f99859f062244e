/** Teams and organizations for tests of their screens. */
import { SERVER_PERMISSION, TEAM_PERMISSION } from '../../../protocol/permissions.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { accountRow, FakeConnection, SERVER_ID } from '../../data/doubles.ts';

/** As streams of the double are named: by the server's id. */
export const GROUP_ID = SERVER_ID;
export const ME = accountRow().muster_id;
const AT = Date.UTC(2026, 0, 1);

export const id = (digit: string) => digit.repeat(24);

/** A team that the account owns. */
export function teamRow(change: Partial<RowOf<'teams'>> = {}): RowOf<'teams'> {
  return {
    id: GROUP_ID,
    server_id: null,
    identifier: 'Night Watch',
    owner_id: ME,
    owner_name: 'Ada',
    member: true,
    role_id: id('0'),
    role: 'Owner',
    is_owner: true,
    members: 3,
    roles: 3,
    servers: 0,
    created_at: AT,
    deleting: null,
    organization_id: null,
    organization: null,
    ...change,
  };
}

function role(
  digit: string,
  name: string,
  hierarchy: number,
  permissions: RowOf<'teamRoles'>['permissions'],
): RowOf<'teamRoles'> {
  return {
    id: id(digit),
    server_id: null,
    group_id: GROUP_ID,
    name,
    colour: '#5cc8d6',
    hierarchy,
    is_owner: hierarchy === 0,
    permissions,
    members: 1,
    created_at: AT,
  };
}

export const OWNER = role('0', 'Owner', 0, []);
export const CHIEF = role('1', 'Chief', 1, [...TEAM_PERMISSION, ...SERVER_PERMISSION]);
export const GUARD = role('2', 'Guard', 2, ['team.view', 'server.view', 'server.action.kick']);

export function memberRow(
  digit: string,
  name: string,
  of: RowOf<'teamRoles'> | null,
): RowOf<'teamMembers'> {
  return {
    id: id(digit),
    server_id: null,
    group_id: GROUP_ID,
    muster_id: digit === 'b' ? ME : id(digit),
    username: name.toLowerCase(),
    display_name: name,
    role_id: of?.id ?? null,
    role: of?.name ?? null,
    colour: of?.colour ?? null,
    hierarchy: of?.hierarchy ?? null,
    since: AT,
    last_seen: null,
  };
}

export const ADA = memberRow('b', 'Ada', OWNER);
export const BEA = memberRow('c', 'Bea', CHIEF);
export const CID = memberRow('d', 'Cid', GUARD);

type TeamPermissions = (typeof TEAM_PERMISSION)[number][];

/** An account that owns the team, or holds these permissions in it. */
export function teamConnection(
  team = teamRow(),
  held: TeamPermissions = [...TEAM_PERMISSION],
): FakeConnection {
  return new FakeConnection()
    .put('account', [accountRow({ groups: { [GROUP_ID]: held } })])
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0, refused: [] },
    ])
    .tell('teams', [team])
    .tell('organizations', [])
    .tell('groupInvites', [])
    .tell('teamRoles', [OWNER, CHIEF, GUARD])
    .tell('teamMembers', [ADA, BEA, CID])
    .tell('teamInvites', [])
    .tell('teamResources', [])
    .tell('banLists', [])
    .tell('buckets', []);
}
