/** What a paired screen is told: of the servers of its wall what the wall shows, and nothing else of any stream. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grant, wallResource } from '../../src/host/access/grants.ts';
import { appendFacts, publish } from '../../src/host/realtime/log.ts';
import { newId } from '../../src/host/store/ids.ts';
import { SERVER_PERMISSION } from '../../src/protocol/permissions.ts';
import { accountStream, type Topic } from '../../src/protocol/streams.ts';
import { startRealtimeTest, type RealtimeTest } from '../support/realtime-host.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { storeServer } from '../support/stored-server.ts';
import { eventsOf, PLANTED } from './stream-events.ts';
import { OF_BAN_LIST, OF_BUCKET, OF_GROUP, OF_SERVER } from './streams-table.ts';

const [OWNER, SERVER, OTHER, TEAM, LIST, BUCKET, WALL] = [1, 2, 3, 4, 5, 6, 7].map((digit) =>
  String(digit).repeat(24),
) as [string, string, string, string, string, string, string];
const PLACES = [
  { id: SERVER, scope: 'server', streams: OF_SERVER },
  { id: OTHER, scope: 'server', streams: OF_SERVER },
  { id: TEAM, scope: 'group', streams: OF_GROUP },
  { id: LIST, scope: 'banlist', streams: OF_BAN_LIST },
  { id: BUCKET, scope: 'bucket', streams: OF_BUCKET },
] as const;

let test: RealtimeTest;
let screen: SocketClient;
/** Whoever paired it, on the same host. */
let owner: SocketClient;

beforeAll(async () => {
  test = await startRealtimeTest();
  const { db } = test.open;
  owner = test.connect(OWNER, 1);
  await owner.hello();
  for (const server of [SERVER, OTHER]) {
    await storeServer(db, server, OWNER);
    await test.allow(OWNER, server, SERVER_PERMISSION);
  }
  const scenes = [{ source: { kind: 'servers', server_ids: [SERVER] } }];
  await sql`
    insert into walls (id, owner, name, scenes, rotation, sound, created_at, updated_at)
    values (${WALL}, ${OWNER}, 'Hall', ${JSON.stringify(scenes)}, 30, false, 0, 0)
  `.execute(db);
  await grant(db, OWNER, wallResource(WALL), ['wall.view'], null, 0);
  const display = newId(0);
  await sql`
    insert into displays (id, owner, name, wall_id, token_hash, paired_at, last_seen, user_agent)
    values (${display}, ${OWNER}, 'Hall', ${WALL}, ${Buffer.from(display)}, 0, null, '')
  `.execute(db);
  screen = test.connectDisplay(display, OWNER);
  await screen.hello();
});
afterAll(() => test.close());

/** Every stream that there is tells something; answers what of it came to the screen. */
async function told() {
  const from = screen.frames.length;
  for (const { id, scope, streams } of PLACES) {
    for (const name of Object.keys(streams)) {
      if (!name.endsWith('-filtered')) {
        await appendFacts(test.open.db, eventsOf(`${scope}/${id}/${name}`));
      }
    }
  }
  // What is told last has come by then to everybody on that host, and to the screen what is for it.
  const before = owner.frames.length;
  const data = { muster_id: OWNER, reason: 'walls' } as const;
  await appendFacts(test.open.db, [{ stream: accountStream(OWNER), event: 'update', at: 1, data }]);
  await owner.expect('update', (frame) => frame.data.reason === 'walls', before);
  const at = screen.frames.length;
  screen.send({ type: 'keepalive', sent: 1 });
  await screen.expect('keepalive', () => true, at);
  expect(screen.malformed).toEqual([]);
  return screen.frames.slice(from).filter(({ stream }) => stream !== undefined);
}

it('is the list of the servers on its wall alone, without anybody who plays there', async () => {
  const frames = await told();
  expect(new Set(frames.map(({ stream }) => stream))).toEqual(new Set([`server/${SERVER}/list`]));
  expect([...new Set(frames.map(({ event }) => event))].toSorted()).toEqual([
    'gsm:player:create',
    'gsm:player:destruct',
    'omega:deploy',
    'server:state',
    'server:update',
    'update:server',
  ]);
  const text = JSON.stringify(frames);
  expect(PLANTED.filter((planted) => text.includes(planted))).toEqual([]);
  expect(text).not.toMatch(/"muster_id":"/);
});

it('is no other topic, whatever it asks for', async () => {
  for (const { id, scope, streams } of PLACES) {
    const topics = Object.keys(streams).filter((name) => name !== 'list') as Topic[];
    const from = screen.frames.length;
    const whose = { server_id: scope === 'server' ? id : null, [`${scope}_id`]: id };
    screen.send({ type: 'subscribe', ...whose, topics, cursors: {} });
    const { data } = await screen.expect('event_subscription', () => true, from);
    expect({ id, ...data }).toMatchObject({ id, attached: [] });
    expect(data.refused.toSorted()).toEqual(topics.toSorted());
  }
});

it('is nothing any more once whoever paired it may not see the server, whatever else they may', async () => {
  const { db } = test.open;
  await sql`delete from grants where resource like 'server/%' and permission = 'server.view'`.execute(
    db,
  );
  await db.transaction().execute((trx) => publish.grantsChanged(trx, OWNER));
  await screen.expect('event_subscription', ({ data }) => data.detached.length > 0);
  expect(await told()).toEqual([]);
});
