import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashRows, hashShared } from '../../src/domain/hash.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import { Player, sourceOf } from '../../src/domain/recordings/player.ts';
import { recordingLines } from '../../src/domain/recordings/write.ts';
import type { TableName } from '../../src/domain/rows.ts';
import { startReplayHost, type ReplayHost } from '../../src/host/recordings/replay-host.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { CLOSE } from '../../src/protocol/close-codes.ts';
import { createLoad } from '../../src/testing/frames.ts';
import { loadRecording } from '../../src/testing/recording.ts';
import { followingEvents, openingEvents } from '../../src/testing/snapshots.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';
import { SocketClient } from '../support/socket-client.ts';
import { openServerPage, portalAt } from './portal.ts';

/** What the host told; the session's end and the positions of what nobody looks at are the portal's own. */
const TOLD: readonly TableName[] = ['servers', 'feed', 'console', 'identities'];

const PATIENT = { timeout: 20_000 };

let folder: string;
let host: ReplayHost | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-serve-'));
});

afterEach(async () => {
  await host?.close();
  host = null;
  rmSync(folder, { recursive: true });
});

/** A recording of a busy community with one server looked at, and a fresh list in the middle. */
function recorded(): string {
  const load = createLoad({ seed: 9, servers: 6, players: 60, watched: 1 });
  const [watched] = load.world.servers;
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  const told = (count: number) =>
    load.take(count).map((frame): DomainEvent => ({ source: 'realtime', ...frame }));
  const events = [
    ...openingEvents(load.world),
    ...followingEvents(load.world, watched!, topics),
    ...told(400),
  ];
  load.take(50);
  events.push(...openingEvents(load.world), ...followingEvents(load.world, watched!, topics));
  events.push(...told(200));
  const path = join(folder, 'recorded.ndjson');
  const lines = recordingLines(events, { build: 'test', sources: ['realtime', 'rest'] });
  writeFileSync(path, `${[...lines].join('\n')}\n`);
  return path;
}

it('a portal that looks on from the beginning ends in the rows of the file', async () => {
  const path = recorded();
  const recording = loadRecording(readFileSync(path, 'utf8'));
  const player = new Player(sourceOf(recording.events));
  host = await startReplayHost({ player, port: 0, portalDir: null, clock: Date.now, pace: null });
  // A portal needs somebody to be signed in and something to show.
  for (let event = 0; event < 8; event++) host.step();
  const worker = portalAt(host.address);
  await worker.start();
  const { rows } = worker.engine;
  await expect.poll(() => rows.servers.size, PATIENT).toBe(6);
  const [server_id = ''] = [...recording.rows.streams.keys()].map((id) => id.split('/')[1] ?? '');
  await openServerPage(worker, server_id);
  await expect.poll(() => rows.streams.size, PATIENT).toBe(4);
  while (host.step());
  await expect.poll(() => hashRows(rows, TOLD), PATIENT).toBe(hashRows(recording.rows, TOLD));
  expect(hashShared(rows)).toBe(hashShared(recording.rows));
  // What the portal has asked for again has no ping yet, where the recording has.
  expect([...recording.rows.players.values()].some(({ ping }) => ping !== null)).toBe(true);
  worker.link.signOut('signed-out');
});

it('shows a recording to its own pages alone, and lets nobody change anything', async () => {
  const player = new Player(sourceOf(loadRecording(readFileSync(recorded(), 'utf8')).events));
  host = await startReplayHost({ player, port: 0, portalDir: null, clock: Date.now, pace: null });
  host.step();
  const status = `${host.address}/app/v1/@me/status`;
  expect((await fetch(status)).status).toBe(200);
  const session = await fetch(`${host.address}/app/v1/@me/session`);
  expect(JSON.stringify(await session.json())).not.toMatch(/server\.(action|modify|delete)|host\./);
  expect((await fetch(status, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  const writing = Object.entries(CALLS).filter(
    ([name, { method }]) => method !== 'GET' && name !== 'logout',
  );
  expect(writing.length).toBeGreaterThan(20);
  for (const [name, { method, path }] of writing) {
    const refused = await fetch(`${host.address}${path.replaceAll(/:\w+/g, '0'.repeat(24))}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const answer = { name, status: refused.status, problem: await refused.json() };
    const problem = { code: 'permission-denied' };
    expect(answer).toMatchObject({ name, status: 403, problem });
  }
  const stranger = new SocketClient(`${host.address.replace('http', 'ws')}/connect`, {
    origin: 'https://evil.example',
  });
  await stranger.until(() => stranger.closed !== null);
  expect(stranger).toMatchObject({ closed: { code: CLOSE.FORBIDDEN }, frames: [] });
});

it('a hello of many servers, in parts, is answered once, when the last of it is there', async () => {
  const recording = loadRecording(readFileSync(recorded(), 'utf8'));
  const player = new Player(sourceOf(recording.events));
  player.seekEnd();
  host = await startReplayHost({ player, port: 0, portalDir: null, clock: Date.now, pace: null });
  const address = `${host.address.replace('http', 'ws')}/connect`;
  const heads = (await new SocketClient(address).hello()).data.streams.map(
    ({ stream, head }) => [stream, head] as const,
  );
  const client = await new SocketClient(address).opened();
  const hello = { type: 'hello', protocol: PROTOCOL_VERSION, build: 'test', more: true } as const;
  client.send({ ...hello, cursors: Object.fromEntries(heads.slice(0, 2)) });
  client.send({ type: 'cursors', cursors: Object.fromEntries(heads.slice(2)), more: false });
  const ack = await client.expect('ack');
  const resumed = ack.data.streams.filter((stream) => stream.resumed).map(({ stream }) => stream);
  expect(resumed).toEqual(heads.flatMap(([stream, head]) => (head > 0 ? [stream] : [])));
  expect(resumed.length).toBeGreaterThan(2);
  client.send({ type: 'keepalive', sent: 1 });
  await client.expect('keepalive');
  expect(client.frames.filter(({ event }) => event === 'ack')).toHaveLength(1);
});
