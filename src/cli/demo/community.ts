/** The community of a demo: an organization with two teams, their roles, members, servers, ban lists, buckets and wall, and who is invited. */
import { randomBytes } from 'node:crypto';
import { createAccount } from '../../host/account/accounts.ts';
import { argon2Hashing } from '../../host/account/hashing.ts';
import { change, type ChangeContext } from '../../host/change/change.ts';
import type { Doing } from '../../host/groups/group.ts';
import { addMember, answerInvite } from '../../host/groups/members.ts';
import { moveOwnServer } from '../../host/groups/move-server.ts';
import { bringTeam, createGroup } from '../../host/groups/own.ts';
import { createRole } from '../../host/groups/roles.ts';
import { markSeen } from '../../host/identity/seen.ts';
import { setRestriction } from '../../host/servers/restrict.ts';
import { newId } from '../../host/store/ids.ts';
import type { SimGame } from '../../sim/games.ts';
import { DEMO_ACCOUNT } from '../../protocol/account/demo.ts';
import { isControlled } from '../../protocol/games/games.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { RolePermission } from '../../protocol/permissions.ts';
import { doing } from './as-somebody.ts';
import { makeBanList } from './ban-lists.ts';
import { makeBuckets } from './buckets.ts';
import type { FleetServer } from './fleet-server.ts';
import type { DemoPeople } from './people.ts';
import { makePublic } from './public-list.ts';
import { makeWall } from './walls.ts';

type Context = Omit<ChangeContext, 'now'> & Pick<Doing, 'settings' | 'clock'>;

const SEES: readonly RolePermission[] = ['server.view', 'server.view.feed'];
const MODERATES: readonly RolePermission[] = [
  'team.view',
  'team.members.list',
  ...SEES,
  'server.view.console',
  'server.view.audit',
  'server.notes.view',
  'server.notes.edit',
  'server.action.kick',
  'server.action.message-private',
  'server.action.message-public',
  'banlist.view',
  'banlist.list',
  'banlist.add-temporary',
  'banlist.remove-own',
];

interface Role {
  readonly name: string;
  readonly colour: string;
  readonly permissions: readonly RolePermission[];
  /** Who has it, and who is asked to. */
  readonly members: readonly string[];
  readonly invited?: readonly string[];
}

/** People of the community whom nobody enters as, by their usernames. */
const MORE = { sara: 'SaraLind', kofi: 'KofiMens', yuki: 'YukiSato', diego: 'DiegoRuiz' } as const;

const TEAMS: readonly {
  readonly name: string;
  readonly games: readonly SimGame[];
  readonly roles: readonly Role[];
}[] = [
  {
    name: 'Night Watch',
    games: ['DAYZ', 'DAYZ_EXP'],
    roles: [
      {
        name: 'Head admin',
        colour: '#c2410c',
        permissions: [
          ...MODERATES,
          'team.modify',
          'banlist.modify',
          'banlist.protocol',
          'banlist.add-permanent',
          'banlist.remove',
          'team.members.add',
          'team.members.modify',
          'team.roles.list',
          'server.modify.configuration',
          'server.action.shutdown',
        ],
        members: ['kofi'],
      },
      { name: 'Moderator', colour: '#0e7490', permissions: MODERATES, members: ['moderator'] },
      {
        name: 'Helper',
        colour: '#4d7c0f',
        permissions: ['team.view', ...SEES],
        members: ['diego'],
        invited: ['player'],
      },
    ],
  },
  {
    name: 'Rust Crew',
    games: ['RUST'],
    roles: [
      { name: 'Admin', colour: '#b91c1c', permissions: MODERATES, members: ['yuki'] },
      { name: 'Moderator', colour: '#0e7490', permissions: ['team.view', ...SEES], members: [] },
    ],
  },
];

const PERSONNEL: readonly Role[] = [
  {
    name: 'Manager',
    colour: '#7e22ce',
    permissions: [
      'organization.view',
      'organization.personnel.list',
      'organization.roles.list',
      'team.view',
      'team.members.list',
      'team.roles.list',
      ...SEES,
    ],
    members: ['sara'],
    invited: ['diego'],
  },
];

/** Whoever sees few servers is to see no more by a team: those that everybody has stay the owner's. */
const OWNERS_OWN = 3;
/** A team has banned so many itself. */
const OF_A_TEAM = 3;
/** So many servers use the organization's buckets. */
const WITH_BUCKETS = 3;
/** Of a large fleet no more belong to teams. */
const MOST = 24;
/** Whoever runs the demo has restricted the last server, where there are so many. */
const RESTRICTED = { from: 24, reason: 'Reported by its players' } as const;

/** Makes them as people do, one call after the other. */
export async function makeCommunity(
  context: Context,
  people: DemoPeople,
  fleet: readonly FleetServer[],
  servers: readonly string[],
): Promise<void> {
  const accounts = new Map<string, string>([
    ...Object.entries(people),
    ...(await makeMembers(context)),
  ]);
  const idOf = (name: string) => accounts.get(name) ?? '';
  const owner = doing(context, people.owner, DEMO_ACCOUNT.owner.displayName);
  const organization = await found(owner, 'organization', 'Iron Harbour');
  await fill(context, owner, organization, PERSONNEL, idOf);
  const all = { kind: 'organization', id: organization } as const;
  // One that is only watched obeys no list and uses no bucket.
  const controlled = servers.filter((_, index) => {
    const game = fleet[index]?.game;
    return game !== undefined && isControlled(game);
  });
  const main = await makeBanList(owner, all, 'Iron Harbour', controlled.slice(0, MOST));
  for (const { name, games, roles } of TEAMS) {
    const team = await found(owner, 'team', name);
    await fill(context, owner, team, roles, idOf);
    await bringTeam(owner, { organization_id: organization, team_id: team });
    const moved: string[] = [];
    for (const [index, { game }] of fleet.slice(0, MOST).entries()) {
      // Whoever moderates the demo is to see no more by a team either.
      if (index < OWNERS_OWN || index % 5 === 4 || !games.includes(game)) continue;
      const to = { kind: 'team', id: team } as const;
      const server_id = servers[index] ?? '';
      await moveOwnServer(owner, { server_id, to });
      moved.push(server_id);
    }
    await makeBanList(owner, { kind: 'team', id: team }, name, moved, OF_A_TEAM);
  }
  const reporter = doing(context, people.player, DEMO_ACCOUNT.player.displayName);
  const own = { kind: 'account', id: people.owner } as const;
  const events = await makeBanList(owner, own, 'Event servers', [], OF_A_TEAM);
  await makePublic(owner, reporter, main, events);
  await makeBuckets(owner, organization, controlled.slice(0, WITH_BUCKETS));
  if (servers[0] !== undefined) await makeWall(owner, servers[0]);
  const last = servers.length < RESTRICTED.from ? undefined : servers.at(-1);
  if (last === undefined) return;
  const { reason } = RESTRICTED;
  await change({ ...context, now: context.clock() }, (made) =>
    setRestriction(made, last, { by: 'operator', restricts: true, reason }),
  );
}

async function makeMembers(context: Context): Promise<readonly (readonly [string, string])[]> {
  const hashing = await argon2Hashing('nobody signs in with this');
  const passwordHash = await hashing.hash(randomBytes(24).toString('base64url'));
  const now = context.clock();
  return Promise.all(
    Object.entries(MORE).map(async ([username, displayName], place) => {
      const musterId = await change({ ...context, now }, async (made) => {
        const id = await createAccount(made, {
          username,
          displayName,
          email: `${username}@demo.example`,
          passwordHash,
          plan: 'free',
          titles: [],
          capabilities: [],
          by: 'terminal',
        });
        await markSeen(made.trx, [id], now - place * 5 * 3_600_000);
        return id;
      });
      return [username, musterId] as const;
    }),
  );
}

async function found(owner: Doing, kind: GroupKind, identifier: string): Promise<string> {
  const group_id = newId(owner.now);
  await createGroup(owner, kind, { group_id, identifier });
  return group_id;
}

/** Its roles, the highest first, with whoever has them and is asked to. */
async function fill(
  context: Context,
  owner: Doing,
  groupId: string,
  roles: readonly Role[],
  idOf: (name: string) => string,
): Promise<void> {
  for (const { name, colour, permissions, members, invited = [] } of roles) {
    const role_id = newId(owner.now);
    await createRole(owner, groupId, { role_id, name, colour, permissions });
    for (const guest of [...members, ...invited]) {
      const [muster_id, invite_id] = [idOf(guest), newId(owner.now)];
      await addMember(owner, groupId, { invite_id, muster_id, role_id, days: 7 });
      if (!members.includes(guest)) continue;
      await answerInvite(doing(context, muster_id, guest), { invite_id, accept: true });
    }
  }
}
