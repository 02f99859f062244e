import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../src/host/realtime/contract.ts';
import { appendFacts, publish } from '../../src/host/realtime/log.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GROUP_KIND, type GroupKind } from '../../src/protocol/groups/limits.ts';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  type Permission,
  type RolePermission,
  type ServerPermission,
} from '../../src/protocol/permissions.ts';
import {
  accountStream,
  resourceStream,
  serverStream,
  type BanListStream,
  type BucketStream,
  type GroupStream,
  type ServerStream,
  type Topic,
} from '../../src/protocol/streams.ts';
import { OF_BAN_LIST, OF_BUCKET, OF_GROUP, OF_SERVER } from './streams-table.ts';
import { startRealtimeTest, type RealtimeTest } from '../support/realtime-host.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { storeServer } from '../support/stored-server.ts';

interface Actor {
  readonly name: string;
  readonly id: string;
  readonly holds: readonly Permission[];
  readonly client: SocketClient;
}

let test: RealtimeTest;
let actors: Actor[];

beforeAll(async () => {
  test = await startRealtimeTest();
});
afterAll(() => test.close());

/** Somebody with a socket on one of the two hosts. `gives`: makes what they hold before the socket says hello. */
async function connect(
  name: string,
  holds: readonly Permission[],
  gives: (id: string) => Promise<void>,
): Promise<void> {
  const id = newId(0);
  await gives(id);
  const client = test.connect(id, actors.length % 2 === 0 ? 0 : 1);
  await client.hello();
  actors.push({ name, id, holds, client });
}

/** An event of each stream, which says of which; what is told filtered comes of another. */
function oneOfEach(streams: readonly string[], server_id: string): readonly Fact[] {
  const by = { muster_id: newId(0), display_name: 'Ada' };
  const entry = { kind: 'configuration', actor: by, change: 'settings' } as const;
  const data = { server_id, at: 1, entry };
  return streams
    .filter((stream) => !stream.endsWith('-filtered'))
    .map((stream) => ({ stream, event: 'server:feed', at: 1, data }));
}

/** On which of the streams each actor is told something by `tell`; what is told to all at its end has come. */
async function told(
  streams: readonly string[],
  tell: () => Promise<unknown>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const before = actors.map(({ client }) => client.frames.length);
  await tell();
  await appendFacts(
    test.open.db,
    actors.map(({ id }) => {
      const data = { muster_id: id, reason: 'walls' } as const;
      return { stream: accountStream(id), event: 'update', at: 1, data };
    }),
  );
  const entries = actors.map(async ({ name, client }, index) => {
    const from = before[index] ?? 0;
    await client.expect('update', ({ data }) => data.reason === 'walls', from);
    const came = new Set(client.frames.slice(from).map(({ stream }) => stream));
    return [name, streams.filter((stream) => came.has(stream))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Everybody asks for all topics: whoever may not have one is told so. */
async function subscribe(
  topics: readonly Topic[],
  of: 'server' | 'group' | 'banlist' | 'bucket',
  id: string,
) {
  const whose = { server_id: of === 'server' ? id : null, [`${of}_id`]: id };
  const refused = actors.map(async ({ name, client }) => {
    const from = client.frames.length;
    client.send({ type: 'subscribe', ...whose, topics: [...topics], cursors: {} });
    const { data } = await client.expect(
      'event_subscription',
      ({ data: answer }) => answer.attached.length + answer.refused.length > 0,
      from,
    );
    return [name, data.refused.toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(refused));
}

/** Of a table, what each actor does not hold and what they hold. */
function expected<S extends string>(
  table: Readonly<Record<S, Permission>>,
  may: boolean,
  named: (name: S) => string,
): Readonly<Record<string, readonly string[]>> {
  const names = Object.keys(table) as S[];
  return Object.fromEntries(
    actors.map(({ name, holds }) => [
      name,
      names.filter((stream) => holds.includes(table[stream]) === may).map(named),
    ]),
  );
}

/** Everybody keeps `kept` alone of what they hold, and each stream tells one more thing in the same moment. */
async function withdraw(
  resource: string,
  kept: RolePermission | null,
  facts: readonly Fact[],
): Promise<void> {
  await test.open.db.transaction().execute(async (trx) => {
    const taken = trx.deleteFrom('grants').where('resource', '=', resource);
    await taken.where('permission', '!=', kept ?? '').execute();
    await sql`
      update group_roles set permissions = case when ${kept} = any(permissions) then array[${kept}] else '{}' end
    `.execute(trx);
    for (const { id } of actors) await publish.grantsChanged(trx, id);
    await publish.append(trx, facts);
  });
  actors = actors.map((actor) => ({ ...actor, holds: actor.holds.filter((one) => one === kept) }));
}

/** The streams that a socket was told it follows no more. */
function leftBy({ frames }: SocketClient): ReadonlySet<string> {
  return new Set(
    frames.flatMap((frame) => (frame.event === 'event_subscription' ? frame.data.detached : [])),
  );
}

describe('the streams of a server', () => {
  it('are for their permission alone, until it is taken away', async () => {
    actors = [];
    const server = newId(0);
    const give = (permissions: readonly ServerPermission[]) => (id: string) =>
      test.allow(id, server, permissions);
    await connect('a stranger', [], async () => undefined);
    for (const permission of SERVER_PERMISSION) {
      const holds = [...new Set<ServerPermission>(['server.view', permission])];
      await connect(permission, holds, give(holds));
    }
    await connect('a manager of another server', [], (id) =>
      test.allow(id, newId(0), SERVER_PERMISSION),
    );
    const names = Object.keys(OF_SERVER) as ServerStream[];
    const topics = names.filter((name) => name !== 'list');
    const streams = names.map((name) => serverStream(server, name));
    const refused = expected(OF_SERVER, false, (name) => name);
    const asked = Object.entries(await subscribe(topics, 'server', server));
    for (const [name, topicsRefused] of asked) {
      const told = refused[name]?.filter((topic) => topic !== 'list').toSorted();
      expect({ name, refused: topicsRefused }).toEqual({ name, refused: told });
    }
    const facts = oneOfEach(streams, server);
    expect(await told(streams, () => appendFacts(test.open.db, facts))).toEqual(
      expected(OF_SERVER, true, (name) => serverStream(server, name)),
    );
    const had = actors;
    for (const kept of ['server.view', null] as const) {
      expect(await told(streams, () => withdraw(`server/${server}`, kept, facts))).toEqual(
        expected(OF_SERVER, true, (name) => serverStream(server, name)),
      );
    }
    for (const { client, holds } of had) {
      const left = streams.filter((_, at) => holds.includes(OF_SERVER[names[at] ?? 'list']));
      await client.until(() => left.every((stream) => leftBy(client).has(stream)));
    }
  });
});

describe('the streams of a group', () => {
  it.each(GROUP_KIND)('that is a %s are for their permission alone', async (kind) => {
    actors = [];
    const group = newId(0);
    await found(group, kind);
    await connect('a stranger', [], async () => undefined);
    const all = kind === 'team' ? TEAM_PERMISSION : ORGANIZATION_PERMISSION;
    for (const [at, permission] of all.entries()) {
      await connect(permission, [permission], (id) => belong(group, id, at + 1, [permission]));
    }
    await connect('a member without a role', [], (id) => belong(group, id, null, []));
    await connect('the owner of the servers of it alone', [], (id) =>
      belong(group, id, 100, SERVER_PERMISSION),
    );
    const table = Object.fromEntries(
      Object.entries(OF_GROUP).filter(([name]) => name.startsWith(kind)),
    ) as Readonly<Record<GroupStream, RolePermission>>;
    const names = Object.keys(table) as GroupStream[];
    const streams = names.map((name) => resourceStream(name, group));
    const refused = expected(table, false, (name) => name);
    for (const [name, topics] of Object.entries(await subscribe(names, 'group', group))) {
      expect({ name, topics }).toEqual({ name, topics: refused[name]?.toSorted() });
    }
    const facts = oneOfEach(streams, newId(0));
    expect(await told(streams, () => appendFacts(test.open.db, facts))).toEqual(
      expected(table, true, (name) => resourceStream(name, group)),
    );
    for (const kept of [`${kind}.view`, null] as const) {
      expect(await told(streams, () => withdraw(`group/${group}`, kept, facts))).toEqual(
        expected(table, true, (name) => resourceStream(name, group)),
      );
    }
  });
});

describe('the streams of a ban list', () => {
  it('that belongs to a team are for their permission alone, until it is taken away', async () => {
    actors = [];
    const [team, list] = [newId(0), newId(0)];
    await found(team, 'team');
    await test.open.db
      .insertInto('ban_lists')
      .values({
        id: list,
        owner: team,
        owner_kind: 'team',
        identifier: 'Watch',
        created_at: 0,
        deleting: null,
      })
      .execute();
    await connect('a stranger', [], async () => undefined);
    for (const [at, permission] of BAN_LIST_PERMISSION.entries()) {
      await connect(permission, [permission], (id) => belong(team, id, at + 1, [permission]));
    }
    await connect('somebody who may do everything with the team alone', [], (id) =>
      belong(team, id, 100, TEAM_PERMISSION),
    );
    const names = Object.keys(OF_BAN_LIST) as BanListStream[];
    const streams = names.map((name) => resourceStream(name, list));
    const refused = expected(OF_BAN_LIST, false, (name) => name);
    for (const [name, topics] of Object.entries(await subscribe(names, 'banlist', list))) {
      expect({ name, topics }).toEqual({ name, topics: refused[name]?.toSorted() });
    }
    const facts = oneOfEach(streams, newId(0));
    expect(await told(streams, () => appendFacts(test.open.db, facts))).toEqual(
      expected(OF_BAN_LIST, true, (name) => resourceStream(name, list)),
    );
    for (const kept of ['banlist.view', null] as const) {
      expect(await told(streams, () => withdraw(`banlist/${list}`, kept, facts))).toEqual(
        expected(OF_BAN_LIST, true, (name) => resourceStream(name, list)),
      );
    }
  });
});

async function found(id: string, kind: GroupKind): Promise<void> {
  const owned = { owner: newId(0), organization_id: null, created_at: 0, deleting: null };
  await test.open.db
    .insertInto('groups')
    .values({ id, kind, identifier: 'Watch', ...owned })
    .execute();
}

/** Somebody belongs to a group by a role with these permissions; by a null hierarchy, without any. */
async function belong(
  group_id: string,
  account_id: string,
  hierarchy: number | null,
  permissions: readonly string[],
): Promise<void> {
  const role_id = hierarchy === null ? null : newId(0);
  if (role_id !== null && hierarchy !== null) {
    const looks = { name: 'Mate', colour: '#336699', is_owner: false, created_at: 0 };
    await test.open.db
      .insertInto('group_roles')
      .values({ id: role_id, group_id, hierarchy, permissions: [...permissions], ...looks })
      .execute();
  }
  await test.open.db
    .insertInto('group_members')
    .values({ group_id, account_id, role_id, since: 0 })
    .execute();
}

describe('the streams of a bucket', () => {
  it('are for whoever may change its team, or holds enough on a server, until that is taken away', async () => {
    actors = [];
    const [team, bucket, server] = [newId(0), newId(0), newId(0)];
    await found(team, 'team');
    await storeServer(test.open.db, server);
    const row = { id: bucket, owner: team, owner_kind: 'team', type: 'WHITELIST' } as const;
    await test.open.db
      .insertInto('buckets')
      .values({ ...row, identifier: 'Regulars', created_at: 0 })
      .execute();
    await test.open.db
      .insertInto('bucket_servers')
      .values({ bucket_id: bucket, server_id: server, since: 0 })
      .execute();
    const own = BUCKET_PERMISSION;
    await connect('a stranger', [], async () => undefined);
    await connect('a member who may change the team', own, (id) =>
      belong(team, id, 1, ['team.modify']),
    );
    await connect('another member', [], (id) => belong(team, id, 2, ['team.view']));
    for (const [permission, holds] of [
      ['server.whitelist.view', ['bucket.view']],
      ['server.whitelist.add', ['bucket.add']],
      ['server.queue-priority.view', []],
      ['server.view', []],
    ] as const) {
      await connect(permission, holds, (id) => test.allow(id, server, [permission]));
    }
    const names = Object.keys(OF_BUCKET) as BucketStream[];
    const streams = names.map((name) => resourceStream(name, bucket));
    const refused = expected(OF_BUCKET, false, (name) => name);
    for (const [name, topics] of Object.entries(await subscribe(names, 'bucket', bucket))) {
      expect({ name, topics }).toEqual({ name, topics: refused[name]?.toSorted() });
    }
    const facts = oneOfEach(streams, newId(0));
    expect(await told(streams, () => appendFacts(test.open.db, facts))).toEqual(
      expected(OF_BUCKET, true, (name) => resourceStream(name, bucket)),
    );
    expect(await told(streams, () => withdraw(`server/${server}`, null, facts))).toEqual(
      expected(OF_BUCKET, true, (name) => resourceStream(name, bucket)),
    );
  });
});
