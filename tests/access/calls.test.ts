import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  displayResource,
  grant,
  serverResource,
  wallResource,
} from '../../src/host/access/grants.ts';
import { hashToken, newId } from '../../src/host/store/ids.ts';
import { CALLS, type CallName } from '../../src/protocol/calls.ts';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import { problem } from '../../src/protocol/problem.ts';
import {
  BAN_LIST_PERMISSION,
  DISPLAY_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  WALL_PERMISSION,
} from '../../src/protocol/permissions.ts';
import type { GroupKind } from '../../src/protocol/groups/limits.ts';
import { statusAnswer } from '../../src/protocol/session/fields.ts';
import { createTestAccount } from '../support/accounts.ts';
import { createFeaturesApp } from '../support/features.ts';
import { createTestDeps, TestBrowser, type TestDeps } from '../support/host.ts';
import { storeServer } from '../support/stored-server.ts';
import { AUDIENCE, type Audience } from './table.ts';

interface Actor {
  readonly name: string;
  readonly browser: TestBrowser;
  readonly signedIn: boolean;
  /** It is a paired screen: what it has is no session. */
  readonly display?: boolean;
  /** What the actor may do with the server, the wall and the display that are asked for, and with the host. */
  readonly holds: readonly string[];
}

const names = Object.keys(CALLS) as CallName[];
let test: TestDeps;
let app: FastifyInstance;
let server: string;
let wall: string;
let display: string;
/** They belong to the team; the bucket is a whitelist that the server uses. */
let banList: string;
let bucket: string;
const groups: Record<GroupKind, string> = { team: '', organization: '' };
let actors: Actor[];
let addresses = 0;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createFeaturesApp(test);
  server = newId(test.deps.clock());
  wall = newId(test.deps.clock());
  display = newId(test.deps.clock());
  const owners = [await group('team'), await group('organization')];
  banList = newId(test.deps.clock());
  await test.deps.db
    .insertInto('ban_lists')
    .values({
      id: banList,
      owner: groups.team,
      owner_kind: 'team',
      identifier: 'Watch',
      created_at: 0,
      deleting: null,
    })
    .execute();
  bucket = newId(test.deps.clock());
  await storeServer(test.deps.db, server);
  await test.deps.db
    .insertInto('buckets')
    .values({
      id: bucket,
      owner: groups.team,
      owner_kind: 'team',
      type: 'WHITELIST',
      identifier: 'Regulars',
      created_at: 0,
    })
    .execute();
  await test.deps.db
    .insertInto('bucket_servers')
    .values({ bucket_id: bucket, server_id: server, since: 0 })
    .execute();
  actors = await Promise.all([
    nobody(),
    actor('a stranger', []),
    actor('somebody who may only see the server', ['server.view']),
    ...SERVER_PERMISSION.map((permission) =>
      actor(`somebody with ${permission}`, ['server.view', permission]),
    ),
    ...WALL_PERMISSION.map((permission) => actor(`somebody with ${permission}`, [permission])),
    ...DISPLAY_PERMISSION.map((permission) => actor(`somebody with ${permission}`, [permission])),
    ...TEAM_PERMISSION.map((permission) => member('team', permission)),
    ...ORGANIZATION_PERMISSION.map((permission) => member('organization', permission)),
    ...BAN_LIST_PERMISSION.map((permission) => member('team', permission)),
    ...owners.map(async (owner) => owner),
    member('team', null),
    invited(),
    pairedScreen(),
    ...HOST_PERMISSION.map((permission) => actor(`somebody with ${permission}`, [permission])),
    managerOf('the manager of another server', newId(test.deps.clock())),
    managerOf('the manager of the server', server),
    withdrawn(),
  ]);
});

afterAll(async () => {
  await app.close();
  await test.close();
});

/** An address for each, so that no limit is reached before the access is looked at. */
function nextAddress(): string {
  addresses += 1;
  return `10.0.0.${addresses}`;
}

async function nobody(): Promise<Actor> {
  return { name: 'nobody', browser: new TestBrowser(app), signedIn: false, holds: [] };
}

async function actor(name: string, holds: readonly string[]): Promise<Actor> {
  const { db, clock } = test.deps;
  const host = HOST_PERMISSION.filter((permission) => holds.includes(permission));
  const { id, browser } = await createTestAccount(app, test.deps, host, nextAddress());
  const ofServer = SERVER_PERMISSION.filter((permission) => holds.includes(permission));
  await grant(db, id, serverResource(server), ofServer, null, clock());
  const ofWall = WALL_PERMISSION.filter((permission) => holds.includes(permission));
  await grant(db, id, wallResource(wall), ofWall, null, clock());
  const ofDisplay = DISPLAY_PERMISSION.filter((permission) => holds.includes(permission));
  await grant(db, id, displayResource(display), ofDisplay, null, clock());
  return { name, browser, signedIn: true, holds };
}

/** Makes a team or an organization; answers its owner. */
async function group(kind: GroupKind): Promise<Actor> {
  const { id, browser } = await createTestAccount(app, test.deps, [], nextAddress());
  const { db, clock } = test.deps;
  const group_id = (groups[kind] = newId(clock()));
  await db
    .insertInto('groups')
    .values({
      id: group_id,
      kind,
      identifier: 'Watch',
      owner: id,
      organization_id: null,
      created_at: clock(),
      deleting: null,
    })
    .execute();
  await addRole(group_id, id, { name: 'Owner', hierarchy: 0, permissions: [] });
  const holds =
    kind === 'team' ? [...TEAM_PERMISSION, ...BAN_LIST_PERMISSION] : ORGANIZATION_PERMISSION;
  return { name: `the owner of the ${kind}`, browser, signedIn: true, holds };
}

let roles = 0;

async function addRole(
  group_id: string,
  account_id: string,
  role: { name: string; hierarchy: number; permissions: string[] },
): Promise<void> {
  const { db, clock } = test.deps;
  const [id, now] = [newId(clock()), clock()];
  const rest = { colour: '#336699', is_owner: role.hierarchy === 0, created_at: now };
  await db
    .insertInto('group_roles')
    .values({ id, group_id, ...role, ...rest })
    .execute();
  await db
    .insertInto('group_members')
    .values({ group_id, account_id, role_id: id, since: now })
    .execute();
}

/** Somebody whose role has one permission alone; null: none at all. */
async function member(kind: GroupKind, permission: string | null): Promise<Actor> {
  const { id, browser } = await createTestAccount(app, test.deps, [], nextAddress());
  const holds = permission === null ? [] : [permission];
  roles += 1;
  await addRole(groups[kind], id, { name: 'Mate', hierarchy: roles, permissions: holds });
  return { name: `a member of the ${kind} with ${permission}`, browser, signedIn: true, holds };
}

/** Somebody who was asked to belong to the team and has not answered. */
async function invited(): Promise<Actor> {
  const { id, browser } = await createTestAccount(app, test.deps, [], nextAddress());
  const { db, clock } = test.deps;
  const owner = await db
    .selectFrom('group_roles')
    .innerJoin('groups', 'groups.id', 'group_roles.group_id')
    .select(['group_roles.id', 'groups.owner'])
    .where('group_id', '=', groups.team)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('group_invites')
    .values({
      id: newId(clock()),
      group_id: groups.team,
      role_id: owner.id,
      from_id: owner.owner,
      to_id: id,
      created_at: clock(),
      expires_at: clock() + 1_000_000,
      answered_at: null,
      accepted: null,
    })
    .execute();
  return { name: 'somebody who is invited', browser, signedIn: true, holds: [] };
}

/** A screen that somebody paired who may do everything with the server. */
async function pairedScreen(): Promise<Actor> {
  const { db, clock } = test.deps;
  const { id: owner } = await createTestAccount(app, test.deps, [], nextAddress());
  await grant(db, owner, serverResource(server), SERVER_PERMISSION, null, clock());
  const token = 'the token of a screen that is paired with a wall';
  await db
    .insertInto('displays')
    .values({
      id: newId(clock()),
      owner,
      name: 'Lobby',
      wall_id: null,
      token_hash: hashToken(token),
      paired_at: clock(),
      last_seen: null,
      user_agent: '',
    })
    .execute();
  const browser = new TestBrowser(app, nextAddress());
  browser.cookies.set('muster_display', token);
  return { name: 'a paired screen', browser, signedIn: false, display: true, holds: [] };
}

/** May do everything with a server, which is the one that is asked for or another. */
async function managerOf(name: string, of: string): Promise<Actor> {
  const { id, browser } = await createTestAccount(app, test.deps, [], nextAddress());
  const { db, clock } = test.deps;
  await grant(db, id, serverResource(of), SERVER_PERMISSION, null, clock());
  return { name, browser, signedIn: true, holds: of === server ? SERVER_PERMISSION : [] };
}

async function withdrawn(): Promise<Actor> {
  const former = await managerOf('somebody from whom everything was taken', server);
  const session = await former.browser.get('/app/v1/@me/status');
  const { user } = statusAnswer.parse(session.json());
  await test.deps.db.deleteFrom('grants').where('subject', '=', user.muster_id).execute();
  return { ...former, holds: [] };
}

/** With what follows of it for the bucket. */
function heldBy(holds: readonly string[]): readonly string[] {
  // Whoever may change the team may not configure the server that uses its bucket.
  const own = holds.includes('team.modify') ? ['bucket.view', 'bucket.modify'] : [];
  const by = ['view', 'add', 'remove'].filter((can) => holds.includes(`server.whitelist.${can}`));
  return [...holds, ...own, ...by.map((can) => `bucket.${can}`)];
}

/** What the actor must be told before anything of the request is looked at; null: let in. */
function expected(
  audience: Audience,
  { signedIn, display: screen = false, holds }: Actor,
): ErrorCode | null {
  if (audience === 'everybody') return null;
  if (audience === 'a display') return screen ? null : 'not-signed-in';
  if (!signedIn) return 'not-signed-in';
  if (audience === 'whoever is signed in' || heldBy(holds).includes(audience)) return null;
  if (audience.startsWith('host.')) return 'permission-denied';
  const resource = audience.slice(0, audience.indexOf('.') + 1);
  const sees = heldBy(holds).some((permission) => permission.startsWith(resource));
  return sees ? 'permission-denied' : 'not-found';
}

/**
 * Makes the call with what no schema takes: whoever is let in is told `invalid-request`, and nothing is done.
 */
async function attempt(name: CallName, { browser }: Actor): Promise<LightMyRequestResponse> {
  const { method, path } = CALLS[name];
  const url = path
    .replace(':server_id', server)
    .replace(
      ':group_id',
      AUDIENCE[name].startsWith('organization.') ? groups.organization : groups.team,
    )
    .replaceAll(
      /:(?:role|invite|team|ban|file|followed|share|remote|evidence|entry|report|stay|import|webhook|delivery)_id/g,
      '0'.repeat(24),
    )
    .replace(':banlist_id', banList)
    .replace(':bucket_id', bucket)
    .replace(':wall_id', wall)
    .replace(':display_id', display)
    .replace(':muster_id', '0'.repeat(24))
    .replace(':id', '0'.repeat(24));
  return method === 'GET'
    ? browser.get(
        `${url}?limit=none&before=none&bytes=none&span=none&permission=none&server=none&ban=none&nothing=1&ids=${'0'.repeat(5_001)}`,
      )
    : browser.send({ method, url, payload: {} });
}

it('has a route for every call, and a row of the table for each', () => {
  const missing = names.filter(
    (name) => !app.hasRoute({ method: CALLS[name].method, url: CALLS[name].path }),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(AUDIENCE).toSorted()).toEqual(names.toSorted());
});

describe.each(names)('%s', (name) => {
  it(`is for ${AUDIENCE[name]}, and refuses everybody else`, async () => {
    for (const one of actors) {
      const answer = await attempt(name, one);
      const { code } = problem.parse(answer.json());
      const told = expected(AUDIENCE[name], one) ?? 'invalid-request';
      expect(`${one.name}: ${code}`).toBe(`${one.name}: ${told}`);
    }
  });
});
