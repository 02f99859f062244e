import { beforeEach, describe, expect, it } from 'vitest';
import { serverStream } from '../../protocol/streams.ts';
import { olderEvent, followingEvents, openingEvents } from '../../testing/snapshots.ts';
import type { WorldServer } from '../../testing/world-server.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import { createRows, type Rows } from '../state.ts';
import { createView } from '../views/create.ts';
import { entriesOf, HELD_ENTRIES } from './entries.ts';

let world: World;
let server: WorldServer;
let rows: Rows;

function say(count: number): void {
  for (let line = 0; line < count; line++) {
    fold(rows, [{ source: 'realtime', ...world.console(server, `line ${server.heads.console}`) }]);
  }
}

function held(): { floor?: number; position?: number; more?: boolean; texts: number } {
  const { floor, position, more } = rows.streams.get(serverStream(server.id, 'console')) ?? {};
  const texts = entriesOf(rows, 'console', server.id).length;
  return {
    ...(floor !== undefined && { floor }),
    ...(position !== undefined && { position }),
    ...(more !== undefined && { more }),
    texts,
  };
}

beforeEach(() => {
  world = new World();
  server = world.addServer('Chernarus', 60);
  rows = createRows();
  fold(rows, openingEvents(world));
});

describe('a console', () => {
  it('is not held before its first page', () => {
    say(3);
    expect(held()).toEqual({ texts: 0 });
  });

  it('begins with a page and goes on with what is told', () => {
    say(150);
    fold(rows, followingEvents(world, server, ['console']));
    expect(held()).toEqual({ floor: 51, position: 150, more: true, texts: 100 });
    say(2);
    expect(held()).toEqual({ floor: 51, position: 152, more: true, texts: 102 });
  });

  it('holds the newest thousand, and says that the host has more', () => {
    fold(rows, followingEvents(world, server, ['console']));
    say(HELD_ENTRIES);
    expect(held()).toEqual({ floor: 1, position: 1_000, more: false, texts: 1_000 });
    say(1);
    expect(held()).toEqual({ floor: 2, position: 1_001, more: true, texts: 1_000 });
    say(499);
    expect(held()).toEqual({ floor: 501, position: 1_500, more: true, texts: 1_000 });
    expect(rows.console.size).toBe(1_000);
  });

  it('takes a longer page of the same moment', () => {
    say(50);
    fold(rows, followingEvents(world, server, ['console'], 10));
    fold(rows, followingEvents(world, server, ['console'], 100));
    expect(held()).toEqual({ floor: 1, position: 50, more: false, texts: 50 });
  });

  it('takes an older page up to what may be held', () => {
    say(1_200);
    fold(rows, followingEvents(world, server, ['console']));
    fold(rows, [olderEvent(world, server, 'console')]);
    expect(held()).toEqual({ floor: 201, position: 1_200, more: true, texts: 1_000 });
  });

  it('knows that there is nothing older', () => {
    say(120);
    fold(rows, followingEvents(world, server, ['console']));
    fold(rows, [olderEvent(world, server, 'console')]);
    expect(held()).toEqual({ floor: 1, position: 120, more: false, texts: 120 });
  });

  it('refuses an older page that leaves a hole', () => {
    say(120);
    fold(rows, followingEvents(world, server, ['console'], 10));
    const entries = server.console.slice(20, 50);
    const data = { server_id: server.id, position: 120, entries, more: true, older: true };
    fold(rows, [{ source: 'rest', event: 'console', at: world.at, data }]);
    expect(held()).toEqual({ floor: 111, position: 120, more: true, texts: 10 });
  });

  const older = (entries: WorldServer['console'], before?: number) => {
    const data = { server_id: server.id, position: 120, entries, more: true, older: true, before };
    fold(rows, [{ source: 'rest', event: 'console', at: world.at, data }]);
  };

  it('takes an older page that lacks its newest lines: the host has them no more', () => {
    say(120);
    fold(rows, followingEvents(world, server, ['console'], 10));
    older(server.console.slice(60, 105), 111);
    expect(held()).toEqual({ floor: 61, position: 120, more: true, texts: 55 });
    older(server.console.slice(40, 55), 61);
    expect(held()).toEqual({ floor: 41, position: 120, more: true, texts: 70 });
  });

  it.each([
    ['a hole of one', 110, 10],
    ['none', 111, 30],
    ['none, and some twice', 115, 30],
  ])('takes a page that leaves %s only where it is none', (_, before, texts) => {
    say(120);
    fold(rows, followingEvents(world, server, ['console'], 10));
    older(server.console.slice(90, before - 1), before);
    expect(held().texts).toBe(texts);
  });

  it('refuses a page of a recording that leaves a hole of one, and takes it where it leaves none', () => {
    say(120);
    fold(rows, followingEvents(world, server, ['console'], 10));
    older(server.console.slice(90, 109));
    expect(held().floor).toBe(111);
    older(server.console.slice(90, 110));
    expect(held().floor).toBe(91);
  });

  it('keeps what is held when an older answer arrives late', () => {
    say(10);
    const late = followingEvents(world, server, ['console']);
    say(5);
    fold(rows, followingEvents(world, server, ['console']));
    fold(rows, late);
    expect(held()).toEqual({ floor: 1, position: 15, more: false, texts: 15 });
  });

  it('goes whole when its stream is released', () => {
    say(10);
    fold(rows, followingEvents(world, server, ['console']));
    const streams = [serverStream(server.id, 'console')];
    fold(rows, [{ source: 'link', event: 'released', at: world.at, data: { streams } }]);
    expect(held()).toEqual({ texts: 0 });
    expect(rows.console.size).toBe(0);
  });

  it('shows its newest lines, the newest last', () => {
    fold(rows, followingEvents(world, server, ['console']));
    say(30);
    const view = createView(rows, { view: 'console', server_id: server.id, limit: 3 });
    const { order, total } = view.snapshot();
    expect({ order, total }).toEqual({
      order: [28, 29, 30].map((seq) => `${server.id}:${seq}`),
      total: 30,
    });
  });
});

it('an entry that a stream does not keep is its next one all the same', () => {
  fold(rows, followingEvents(world, server, ['feed-personal']));
  const stream = serverStream(server.id, 'feed-personal');
  const position = rows.streams.get(stream)?.position ?? 0;
  const entry = { kind: 'chat', player: null, channel: 'Global', text: 'hello' };
  const data = { server_id: server.id, at: world.at, entry };
  const told = { source: 'realtime', event: 'server:feed', at: world.at, stream, data } as const;
  fold(rows, [{ ...told, seq: position + 1 } as never]);
  expect(rows.streams.get(stream)?.position).toBe(position + 1);
  fold(rows, [{ ...told, seq: position + 3 } as never]);
  expect(rows.streams.get(stream)?.position).toBe(position + 1);
});
