/** Every stream for owners, members, invited people and staff, event by event and field by field. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../src/host/realtime/contract.ts';
import { appendFacts, publish } from '../../src/host/realtime/log.ts';
import { newId } from '../../src/host/store/ids.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  ORGANIZATION_PERMISSION,
  ORGANIZATION_ROLE_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  type Permission,
  type RolePermission,
} from '../../src/protocol/permissions.ts';
import { accountStream, type Topic } from '../../src/protocol/streams.ts';
import { startRealtimeTest, type RealtimeTest } from '../support/realtime-host.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { storeServer } from '../support/stored-server.ts';
import { eventsOf, PLANTED } from './stream-events.ts';
import { OF_BAN_LIST, OF_BUCKET, OF_GROUP, OF_SERVER } from './streams-table.ts';
import { STAYS_WITH_THE_OWNER } from './table.ts';

type Scope = 'server' | 'group' | 'banlist' | 'bucket';

/** What there is: a server, a ban list and a bucket of a team, and the organization over it. */
interface Place {
  readonly scope: Scope;
  readonly id: string;
  /** Its streams, with the permission that each is for. */
  readonly streams: Readonly<Record<string, Permission>>;
}

interface Actor {
  readonly name: string;
  readonly id: string;
  readonly client: SocketClient;
  /** What they may do now. */
  holds: readonly Permission[];
}

const OF_TEAM: readonly Permission[] = [
  ...SERVER_PERMISSION,
  ...TEAM_PERMISSION,
  ...BAN_LIST_PERMISSION,
  ...BUCKET_PERMISSION,
];
const ALL: readonly Permission[] = [...OF_TEAM, ...ORGANIZATION_PERMISSION];
const MEMBER: readonly RolePermission[] = [
  'server.view',
  'server.view.filtered',
  'team.members.list',
];
const PERSONNEL: readonly RolePermission[] = [
  'organization.view',
  'server.view',
  'server.view.feed',
  'server.view.personal',
  'banlist.list',
];
/** What staff hold by what they are let act on: all of it, but to say who may do what. */
const BY_SUPPORT = {
  server: SERVER_PERMISSION,
  team: OF_TEAM,
  organization: ALL,
} as const;

let test: RealtimeTest;
let actors: Actor[];
let places: readonly Place[];

beforeAll(async () => {
  test = await startRealtimeTest();
  // As a host does that starts: the owner role holds what is known.
  await sql`
    insert into known_permissions (permission, since)
    select name, 0 from unnest(${ORGANIZATION_ROLE_PERMISSION}::text[]) as name
    on conflict do nothing
  `.execute(test.open.db);
});
afterAll(() => test.close());

const ids = { server: '', team: '', organization: '', banlist: '', bucket: '' };

async function build(): Promise<void> {
  actors = [];
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) ids[name] = newId(0);
  const { db } = test.open;
  const group = { identifier: 'Watch', owner: newId(0), created_at: 0, deleting: null };
  const { team, organization } = ids;
  const organized = {
    ...group,
    id: organization,
    kind: 'organization' as const,
    organization_id: null,
  };
  const teamed = { ...group, id: team, kind: 'team' as const, organization_id: organization };
  await db.insertInto('groups').values(organized).execute();
  await db.insertInto('groups').values(teamed).execute();
  await storeServer(db, ids.server, team);
  await sql`update servers set owner_kind = 'team' where id = ${ids.server}`.execute(db);
  const owned = { owner: team, owner_kind: 'team', identifier: 'Watch', created_at: 0 } as const;
  await db
    .insertInto('ban_lists')
    .values({ id: ids.banlist, ...owned, deleting: null })
    .execute();
  await db
    .insertInto('buckets')
    .values({ id: ids.bucket, type: 'WHITELIST', ...owned })
    .execute();
  const groupStreams = (kind: string) =>
    Object.fromEntries(Object.entries(OF_GROUP).filter(([name]) => name.startsWith(kind)));
  places = [
    { scope: 'server', id: ids.server, streams: OF_SERVER },
    { scope: 'group', id: team, streams: groupStreams('team') },
    { scope: 'group', id: organization, streams: groupStreams('organization') },
    { scope: 'banlist', id: ids.banlist, streams: OF_BAN_LIST },
    { scope: 'bucket', id: ids.bucket, streams: OF_BUCKET },
  ];
}

async function connect(
  name: string,
  holds: readonly Permission[],
  gives: (id: string) => Promise<unknown>,
): Promise<Actor> {
  const id = newId(0);
  await sql`
    insert into accounts (id, username, username_key, display_name, email, email_key,
      password_hash, status, plan, created_at)
    values (${id}, ${id}, ${id}, 'Ada', 'a@b.c', 'a@b.c', '', 1, 'free', 0)
  `.execute(test.open.db);
  await gives(id);
  const client = test.connect(id, actors.length % 2 === 0 ? 0 : 1);
  await client.hello();
  const actor = { name, id, holds, client };
  actors.push(actor);
  return actor;
}

let hierarchy = 0;

async function role(
  group_id: string,
  permissions: readonly RolePermission[],
  is_owner = false,
): Promise<string> {
  const id = newId(0);
  hierarchy += 1;
  const looks = {
    name: 'Mate',
    colour: '#336699',
    created_at: 0,
    hierarchy: is_owner ? 0 : hierarchy,
  };
  const values = { id, group_id, permissions: [...permissions], is_owner, ...looks };
  await test.open.db.insertInto('group_roles').values(values).execute();
  return id;
}

async function belong(group_id: string, account_id: string, role_id: string | null) {
  const values = { group_id, account_id, role_id, since: 0 };
  await test.open.db.insertInto('group_members').values(values).execute();
}

async function everybody(): Promise<Actor> {
  const { db } = test.open;
  const { team, organization, server } = ids;
  await connect('the owner of the team', OF_TEAM, async (id) =>
    belong(team, id, await role(team, [], true)),
  );
  await connect('the owner of the organization over it', ALL, async (id) =>
    belong(organization, id, await role(organization, [], true)),
  );
  await connect('a member', MEMBER, async (id) => belong(team, id, await role(team, MEMBER)));
  await connect('somebody of the organization', PERSONNEL, async (id) =>
    belong(organization, id, await role(organization, PERSONNEL)),
  );
  await connect('a member without a role', [], (id) => belong(team, id, null));
  await connect('the owner of another team', [], async (id) => {
    const other = newId(0);
    const group = { identifier: 'Other', owner: id, created_at: 0, deleting: null };
    const values = { ...group, id: other, kind: 'team' as const, organization_id: null };
    await db.insertInto('groups').values(values).execute();
    await belong(other, id, await role(other, [], true));
  });
  await connect('somebody who is invited', [], async (to_id) => {
    const invite = { from_id: newId(0), created_at: 0, answered_at: null, accepted: null };
    const values = { ...invite, id: newId(0), group_id: team, to_id, expires_at: 2 ** 45 };
    await db
      .insertInto('group_invites')
      .values({ ...values, role_id: await role(team, [...SERVER_PERMISSION]) })
      .execute();
  });
  await connect('a member whose account is restricted', SERVER_PERMISSION, async (id) => {
    await sql`update accounts set plan_restricted = true where id = ${id}`.execute(db);
    await belong(team, id, await role(team, [...SERVER_PERMISSION]));
  });
  await connect('somebody with whom it is shared', ['server.view', 'server.view.console'], (id) =>
    test.allow(id, server, ['server.view', 'server.view.console']),
  );
  await connect('a stranger', [], async () => undefined);
  return connect('staff', [], (id) =>
    sql`update accounts set titles = '{staff}' where id = ${id}`.execute(db),
  );
}

/** Changes what somebody may do, and tells the hosts. */
async function made(work: () => Promise<unknown>): Promise<void> {
  await work();
  await test.open.db.transaction().execute(async (trx) => {
    for (const { id } of actors) await publish.grantsChanged(trx, id);
  });
}

/** Whether somebody is told a stream, by the table. Whoever may read the whole of one is not told it filtered. */
function reads({ holds }: Actor, place: Place, name: string): boolean {
  const permission = place.streams[name];
  if (permission === undefined || !holds.includes(permission)) return false;
  const whole = name.endsWith('-filtered') ? place.streams[name.replace('-filtered', '')] : null;
  return whole === null || whole === undefined || !holds.includes(whole);
}

/** Everybody asks for every topic of a place, and is refused what is not theirs. */
async function subscribe(place: Place, resting: boolean): Promise<void> {
  const topics = Object.keys(place.streams).filter((name) => name !== 'list') as Topic[];
  for (const actor of actors) {
    const from = actor.client.frames.length;
    const server_id = place.scope === 'server' ? place.id : null;
    const whose = { server_id, [`${place.scope}_id`]: place.id };
    actor.client.send({ type: 'subscribe', ...whose, topics, cursors: {} });
    const { data } = await actor.client.expect(
      'event_subscription',
      ({ data: { attached, refused } }) => attached.length + refused.length > 0,
      from,
    );
    const refused = topics.filter((name) => resting || !reads(actor, place, name));
    expect([actor.name, data.refused.toSorted()]).toEqual([actor.name, refused.toSorted()]);
  }
}

/** Every stream of every place tells something; what each is told of it is what they may read, and nothing else. */
async function check(resting = false): Promise<void> {
  for (const place of places) {
    await subscribe(place, resting && place.scope === 'server');
  }
  const sources = places.flatMap(({ scope, id, streams }) =>
    Object.keys(streams)
      .filter((name) => !name.endsWith('-filtered'))
      .map((name) => `${scope}/${id}/${name}`),
  );
  const facts = new Map(sources.map((stream) => [stream, eventsOf(stream)]));
  const before = actors.map(({ client }) => client.frames.length);
  for (const told of facts.values()) await appendFacts(test.open.db, told);
  await appendFacts(
    test.open.db,
    actors.map(({ id }) => {
      const data = { muster_id: id, reason: 'walls' } as const;
      return { stream: accountStream(id), event: 'update', at: 1, data };
    }),
  );
  for (const [at, actor] of actors.entries()) {
    const from = before[at] ?? 0;
    await actor.client.expect('update', ({ data }) => data.reason === 'walls', from);
    const came = actor.client.frames.slice(from);
    expect(actor.client.malformed).toEqual([]);
    told(actor, came, facts, resting);
  }
}

function told(
  actor: Actor,
  came: readonly Frame[],
  facts: ReadonlyMap<string, readonly Fact[]>,
  resting: boolean,
): void {
  const allowed = new Set([accountStream(actor.id)]);
  for (const place of places) {
    for (const name of Object.keys(place.streams)) {
      if (!reads(actor, place, name)) continue;
      const isServer = place.scope === 'server';
      if (resting && isServer && name !== 'list') continue;
      const stream = `${place.scope}/${place.id}/${name}`;
      allowed.add(stream);
      const frames = came.filter((frame) => frame.stream === stream);
      const source = facts.get(stream.replace('-filtered', '')) ?? [];
      const which = { actor: actor.name, stream };
      expect({ ...which, told: frames.length }).toEqual({ ...which, told: source.length });
      if (resting && isServer)
        expect({ ...which, frames }).toEqual({ ...which, frames: rested(frames) });
      else if (name.endsWith('-filtered')) filtered(frames, source);
      else {
        const whole = source.map(({ event, data }) => ({ event, data }));
        expect({ ...which, told: frames.map(({ event, data }) => ({ event, data })) }).toEqual({
          ...which,
          told: whole,
        });
      }
    }
  }
  const streams = new Set(came.flatMap(({ stream }) => (stream === undefined ? [] : [stream])));
  expect([actor.name, [...streams].filter((stream) => !allowed.has(stream))]).toEqual([
    actor.name,
    [],
  ]);
}

/** What is told filtered says the same kind of thing, and nothing of where somebody comes from or who they are. */
function filtered(frames: readonly Frame[], source: readonly Fact[]): void {
  const text = JSON.stringify(frames);
  expect(PLANTED.filter((planted) => text.includes(planted))).toEqual([]);
  const kinds = (all: readonly { readonly data: unknown }[]) =>
    all.map(({ data }) => (data as { entry: { kind: string } }).entry.kind);
  expect(kinds(frames)).toEqual(kinds(source));
}

/** What a restricted server tells: its configuration, who went, and nothing that is known of it. */
function rested(frames: readonly Frame[]): readonly unknown[] {
  return frames.map((frame) => {
    const unknown = { players: null, slots: null, queue: null, source: 'unknown' };
    if (frame.event === 'server:state') {
      const state = { state: 'DISCONNECTED', offline: false, ready: false, error: null };
      return {
        ...frame,
        data: { ...frame.data, state: { ...state, since: frame.data.state.since } },
      };
    }
    if (frame.event === 'server:update') {
      const { population, environment } = frame.data.server;
      const observed = environment && {
        next_restart: { local: null },
        uptime: null,
        map: null,
        version: null,
        time: null,
        locked: null,
        observed_at: environment.observed_at,
      };
      const server = {
        ...(population && { population: { ...unknown, observed_at: population.observed_at } }),
        ...(observed && { environment: expect.objectContaining(observed) as unknown }),
      };
      return { ...frame, data: { ...frame.data, server } };
    }
    expect(['update:server', 'gsm:player:destruct']).toContain(frame.event);
    return frame;
  });
}

describe.each(['server', 'team', 'organization'] as const)('staff are let act on the %s', (on) => {
  it('and every stream tells each person what is theirs, and no more, until it is taken away', async () => {
    const { db } = test.open;
    await build();
    const staff = await everybody();
    await check();
    const resource = on === 'server' ? `server/${ids.server}` : `group/${ids[on]}`;
    await made(() =>
      sql`
        insert into support_authorizations (id, resource, given_by, since, until, costs)
        values (${newId(0)}, ${resource}, ${newId(0)}, 0, ${2 ** 45}, false)
      `.execute(db),
    );
    staff.holds = BY_SUPPORT[on].filter((permission) => !STAYS_WITH_THE_OWNER.has(permission));
    await check();
    await made(() => sql`update servers set restricted = true`.execute(db));
    await check(true);
    await made(async () => {
      await sql`update servers set restricted = false`.execute(db);
      await sql`delete from support_authorizations`.execute(db);
      await sql`delete from grants`.execute(db);
      await sql`update group_members set role_id = null`.execute(db);
    });
    for (const actor of actors) actor.holds = [];
    await check();
  });
});
