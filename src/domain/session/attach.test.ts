import { beforeEach, describe, expect, it } from 'vitest';
import type { EventData } from '../../protocol/events.ts';
import { serverStream } from '../../protocol/streams.ts';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import type { WorldServer } from '../../testing/world-server.ts';
import { World } from '../../testing/world.ts';
import type { DomainEvent } from '../event.ts';
import { fold } from '../fold.ts';
import { hashRows } from '../hash.ts';
import { cursorOf } from '../position.ts';
import { createRows, type Rows } from '../state.ts';

let world: World;
let server: WorldServer;
let rows: Rows;
let list: string;
let metrics: string;

type Attached = EventData<'ack'>['streams'];

function ack(streams: Attached): void {
  const data = { protocol: 1, build: 'b', muster_id: world.muster_id, keepalive: 15_000, streams };
  fold(rows, [{ source: 'realtime', event: 'ack', at: world.at, data }]);
}

beforeEach(() => {
  world = new World();
  server = world.addServer('Chernarus', 10);
  world.configure(server, { identifier: 'Namalsk' });
  world.metrics(server, {});
  rows = createRows();
  fold(rows, openingEvents(world));
  fold(rows, followingEvents(world, server, ['metrics', 'console']));
  list = serverStream(server.id, 'list');
  metrics = serverStream(server.id, 'metrics');
});

describe('a socket that follows streams', () => {
  it('from where they stand leaves the rows and their positions alone', () => {
    const before = hashRows(rows);
    ack([
      { stream: list, head: 9, resumed: true },
      { stream: metrics, head: 9, resumed: true },
    ]);
    expect(hashRows(rows)).toBe(before);
  });

  it('that stand where the rows do keeps them, also where the host does not resume', () => {
    const before = hashRows(rows);
    const head = cursorOf(rows, list) ?? 0;
    const console = serverStream(server.id, 'console');
    ack([
      { stream: list, head, resumed: false },
      { stream: console, head: cursorOf(rows, console) ?? 0, resumed: false },
    ]);
    expect([rows.servers.size, hashRows(rows)]).toEqual([1, before]);
  });

  it('too far on shows the old rows until a snapshot comes', () => {
    const before = hashRows(rows);
    ack([{ stream: list, head: 900, resumed: false }]);
    expect(hashRows(rows)).toBe(before);
  });

  it('that start again forgets what they told before', () => {
    ack([{ stream: list, head: 0, resumed: false }]);
    expect(rows.servers.size).toBe(0);
    expect(cursorOf(rows, metrics)).toBeUndefined();
  });

  it('begins metrics at their head, since they have no snapshot', () => {
    ack([{ stream: metrics, head: 40, resumed: false }]);
    expect(cursorOf(rows, metrics)).toBe(40);
  });

  it('begins metrics without the pings of before, wherever they stand', () => {
    const [join] = world.join(server, 'Survivor');
    const [id = ''] = server.players.keys();
    fold(rows, [{ source: 'realtime', ...join! } as DomainEvent]);
    const ping = () => rows.players.get(id)?.ping;
    for (const ahead of [0, 40]) {
      const measured = world.metrics(server, { [id]: 20 });
      const head = measured.seq! + ahead;
      fold(rows, [{ source: 'realtime', ...measured } as DomainEvent]);
      ack([{ stream: metrics, head: measured.seq!, resumed: true }]);
      expect(ping()).toBe(20);
      ack([{ stream: metrics, head, resumed: false }]);
      expect([ping(), cursorOf(rows, metrics)]).toEqual([null, head]);
    }
  });

  it('forgets what a detached stream told, and the server with its list', () => {
    const data = { server_id: server.id, attached: [], refused: [] };
    const detach = (detached: string[]): void => {
      const event = { source: 'realtime', event: 'event_subscription', at: world.at } as const;
      fold(rows, [{ ...event, data: { ...data, detached } }]);
    };
    detach([metrics]);
    expect([...rows.streams.keys()]).toEqual([serverStream(server.id, 'console')]);
    detach([list]);
    expect([rows.streams.size, rows.servers.size]).toEqual([0, 0]);
  });

  it('forgets everything of a rebuilt host', () => {
    const streams = [{ stream: list, head: 900, resumed: false }];
    const data = { reason: 'rebuilt', streams } as const;
    fold(rows, [
      { source: 'realtime', event: 'refresh', at: world.at, data: { ...data, streams } },
    ]);
    expect(rows.servers.size).toBe(0);
  });
});
