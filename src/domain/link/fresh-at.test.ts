import { beforeEach, expect, it } from 'vitest';
import type { Frame } from '../../protocol/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import type { WorldServer } from '../../testing/world-server.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import { createRows, type Rows } from '../state.ts';

const MINUTE = 60_000;
let world: World;
let server: WorldServer;
let rows: Rows;

function take(...frames: readonly Frame[]): void {
  fold(
    rows,
    frames.map((frame) => ({ source: 'realtime' as const, ...frame })),
  );
}

/** The host that the socket is connected to says what time it is. */
function keepalive(ahead = 0): void {
  take({ event: 'keepalive', at: world.at + ahead, data: { sent: null } });
}

/** Somebody joins, noted by a host whose clock is so far ahead. */
function joinAhead(ahead: number): void {
  world.at += ahead;
  take(...world.join(server, 'Survivor'));
  world.at -= ahead;
}

const freshAt = () => rows.link.get('link')?.fresh_at;

beforeEach(() => {
  world = new World();
  server = world.addServer('Alpha', 60);
  rows = createRows();
  const connection = { kind: 'live', since: 0, latency: null } as const;
  fold(rows, [{ source: 'link', event: 'connection', at: 0, data: { connection } }]);
  fold(rows, openingEvents(world));
  keepalive();
});

it('is told once a second at most, and never goes back by what another host noted', () => {
  const begun = world.at;
  for (const ahead of [-2_000, 0, 999]) {
    joinAhead(ahead);
    expect(freshAt()).toBe(begun);
  }
  joinAhead(1_000);
  expect(freshAt()).toBe(begun + 1_000);
});

it('what another host notes by a clock that is ten minutes ahead freezes nothing', () => {
  const begun = world.at;
  for (let second = 1; second <= 60; second++) {
    world.pass(1_000);
    joinAhead(second % 3 === 0 ? 10 * MINUTE : 0);
    if (second % 15 === 0) keepalive();
    expect(Math.abs(world.at - (freshAt() ?? 0))).toBeLessThanOrEqual(1_000);
  }
  expect(world.at - begun).toBe(MINUTE);
});

it('a host whose clock is ten minutes behind the last one’s is followed as soon as it says the time', () => {
  keepalive(10 * MINUTE);
  expect(freshAt()).toBe(world.at + 10 * MINUTE);
  world.pass(2_000);
  keepalive();
  expect(freshAt()).toBe(world.at);
  world.pass(2_000);
  joinAhead(0);
  expect(freshAt()).toBe(world.at);
});

it('the clock of this browser says nothing of the host’s', () => {
  const at = world.at + 60 * MINUTE;
  fold(
    rows,
    openingEvents(world).map((event) => ({ ...event, at })),
  );
  expect(freshAt()).toBe(world.at);
});

it('the moment of a count is that of the newest word of it, whichever clock told the one before', () => {
  joinAhead(10 * MINUTE);
  world.pass(1_000);
  joinAhead(0);
  expect(rows.servers.get(server.id)?.population.observed_at).toBe(world.at);
});

it('the host’s own clock is followed wherever it goes, and told in steps alone', () => {
  const before = freshAt() ?? 0;
  keepalive(1);
  expect(freshAt()).toBe(before);
  keepalive(MINUTE);
  expect(freshAt()).toBe(before + MINUTE);
  keepalive(-MINUTE);
  expect(freshAt()).toBe(before - MINUTE);
});
