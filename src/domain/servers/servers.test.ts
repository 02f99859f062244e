import { beforeEach, describe, expect, it } from 'vitest';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import type { WorldServer } from '../../testing/world-server.ts';
import { World } from '../../testing/world.ts';
import { NO_CHANGES } from '../change.ts';
import type { DomainEvent } from '../event.ts';
import { fold } from '../fold.ts';
import { topicStreams } from '../position.ts';
import { reduce } from '../reduce.ts';
import type { ServerRow } from '../rows.ts';
import { TABLES } from '../tables.ts';
import { createRows, type Rows } from '../state.ts';
import { serverAlerts } from './alerts.ts';
import { isDown, POLLED_STALE_AFTER, populationFreshness, serverStatus } from './status.ts';

let world: World;
let server: WorldServer;
let rows: Rows;

function tell(...events: Parameters<typeof fold>[1][]): void {
  for (const each of events) fold(rows, each);
}

function realtime(
  frames: readonly Omit<Extract<DomainEvent, { source: 'realtime' }>, 'source'>[],
): DomainEvent[] {
  return frames.map((frame) => ({ source: 'realtime', ...frame }) as DomainEvent);
}

function row(): ServerRow {
  const found = rows.servers.get(server.id);
  if (found === undefined) throw new RangeError('the server is gone');
  return found;
}

beforeEach(() => {
  world = new World();
  server = world.addServer('Chernarus', 2);
  rows = createRows();
  fold(rows, openingEvents(world));
});

it('an event is of the server whose stream it came in, whatever its data tells', () => {
  const other = world.addServer('Livonia', 60);
  fold(rows, openingEvents(world));
  const before = rows.servers.get(other.id);
  const told = world.observe(server, { players: 1, slots: 2, queue: null, source: 'live' });
  const data = { ...(told.data as object), server_id: other.id };
  tell(realtime([{ ...told, data } as typeof told]));
  expect(rows.servers.get(other.id)).toBe(before);
  expect(row().population.players).toBe(1);
});

it('a snapshot of what was missed keeps no ping that was measured before', () => {
  tell(realtime(world.join(server, 'x')));
  tell(followingEvents(world, server, ['metrics']));
  const [id = ''] = server.players.keys();
  tell(realtime([world.metrics(server, { [id]: 20 })]));
  tell(openingEvents(world));
  expect(rows.players.get(id)?.ping).toBe(20);
  world.join(server, 'y');
  tell(openingEvents(world));
  expect(rows.players.get(id)?.ping).toBeNull();
  tell(realtime([world.metrics(server, { [id]: 30 })]));
  expect(rows.players.get(id)?.ping).toBe(30);
});

describe('players of a server', () => {
  it('are raised by a join and capped at the slots', () => {
    for (const players of [1, 2, 2]) {
      tell(realtime(world.join(server, 'x')));
      expect(row().population.players).toBe(players);
    }
  });

  it('are lowered by a leave, never below 0', () => {
    tell(realtime(world.join(server, 'x')));
    world.pass(5);
    tell(
      realtime([world.observe(server, { players: 0, slots: 2, queue: null, source: 'polled' })]),
    );
    for (const player of server.players.values()) tell(realtime(world.leave(server, player)));
    expect(row().population.players).toBe(0);
  });

  it('stay unknown when they are unknown', () => {
    tell(
      realtime([
        world.observe(server, { players: null, slots: null, queue: null, source: 'unknown' }),
      ]),
    );
    tell(realtime(world.join(server, 'x')));
    expect(row().population.players).toBeNull();
    expect(rows.players.size).toBe(1);
  });

  it('are not counted again when more becomes known of one', () => {
    tell(realtime(world.join(server, 'x')));
    const [player] = server.players.values();
    tell(realtime(world.identify(server, player!)));
    expect(row().population.players).toBe(1);
    expect(rows.players.get(player!.id)?.verified).toBe(true);
  });

  it('are not lowered by somebody who was never there', () => {
    tell(realtime(world.join(server, 'x')));
    const [player] = server.players.values();
    const gone = realtime(world.leave(server, { ...player!, id: 'f'.repeat(24) }));
    tell(gone);
    expect(row().population.players).toBe(1);
    expect(row().position).toBe(server.heads.list);
  });

  it('were observed when the last of them came or went', () => {
    world.pass(60_000);
    tell(realtime(world.join(server, 'x')));
    expect(row().population.observed_at).toBe(world.at);
  });
});

describe('a server that was destroyed', () => {
  it('takes with it everything that belongs to it, and nothing else', () => {
    const other = world.addServer('Livonia', 10);
    tell(openingEvents(world));
    for (const each of [server, other]) {
      tell(realtime(world.join(each, 'x')));
      tell(followingEvents(world, each, ['feed', 'console', 'metrics', 'feed-personal']));
      tell(realtime([world.console(each, 'y'), world.presence(each, [])]));
      const data = { server_id: each.id, span: '24h', step: 60, points: [] } as const;
      tell([{ source: 'rest', event: 'population', at: world.at, data }]);
    }
    const before = Object.fromEntries(TABLES.map((table) => [table, rows[table].size]));
    tell(realtime([world.destroy(server)]));
    for (const table of TABLES) {
      const left = table === 'account' ? 1 : before[table]! / 2;
      expect([table, rows[table].size]).toEqual([table, left]);
    }
    expect([...rows.owned.players.keys(), ...rows.owned.identities.keys()]).toEqual([
      other.id,
      other.id,
    ]);
  });
});

it('a server that was destroyed takes with it what was asked of it, and of no other', () => {
  const other = world.addServer('Livonia', 10);
  tell(openingEvents(world));
  for (const { id } of [server, other]) {
    const asked = { id, server_id: id, action: 1, player_id: null, player_name: null, text: null };
    tell([{ source: 'intent', event: 'begin', at: world.at, data: asked }]);
  }
  tell(realtime([world.destroy(server)]));
  expect([...rows.intentions.keys()]).toEqual([other.id]);
});

it('streams that somebody asked for are told with where they stand', () => {
  tell(followingEvents(world, server, ['console']));
  tell(realtime([world.console(server, 'x')]));
  const stream = `server/${server.id}/console`;
  expect(topicStreams(rows)).toEqual([[stream, server.heads.console]]);
});

describe('the account', () => {
  it('begins with nothing when another one signs in', () => {
    const stranger = { ...world.session(), muster_id: 'e'.repeat(24), position: 0 };
    tell([{ source: 'rest', event: 'session', at: world.at, data: stranger }]);
    expect(rows.servers.size).toBe(0);
    expect(rows.account.get('me')?.muster_id).toBe(stranger.muster_id);
  });

  it('is not set back by an older answer', () => {
    const old = world.session();
    tell(realtime([world.permit(server, [])]));
    expect(reduce(rows, { source: 'rest', event: 'session', at: world.at, data: old })).toBe(
      NO_CHANGES,
    );
  });
});

describe('what the list shows of a server', () => {
  const at = 1_000_000;
  const live = { kind: 'live', since: 0, latency: null } as const;

  it.each([
    [{ state: 'CONNECTED', ready: true, offline: false, error: null }, 'online'],
    [{ state: 'CONNECTED', ready: false, offline: false, error: null }, 'starting'],
    [{ state: 'CONNECTING', ready: false, offline: false, error: null }, 'connecting'],
    [{ state: 'STARTING', ready: false, offline: false, error: null }, 'connecting'],
    [{ state: 'CONNECTING', ready: false, offline: false, error: 'socket-unreachable' }, 'offline'],
    [{ state: 'DISCONNECTED', ready: false, offline: true, error: null }, 'offline'],
    [{ state: 'ERROR', ready: false, offline: false, error: 'authentication-failed' }, 'error'],
    [{ state: 'DISCONNECTED', ready: false, offline: true, error: 'forbidden' }, 'error'],
    [{ state: 'UNKNOWN', ready: false, offline: true, error: null }, 'unknown'],
  ] as const)('with %o is %s', (state, name) => {
    const shown = serverStatus({ ...row(), state: { ...state, since: at } });
    expect(shown).toEqual({ name, fault: state.error });
  });

  it('is its deployment while that lasts, and its deletion before all', () => {
    const step = { step: 'registered', state: 'running', at, detail: null } as const;
    expect(serverStatus({ ...row(), deployment: [step] }).name).toBe('deploying');
    expect(serverStatus({ ...row(), deployment: [{ ...step, state: 'failed' }] }).name).toBe(
      'error',
    );
    const configuration = { ...row().configuration, deleting: 'requested' } as const;
    expect(serverStatus({ ...row(), configuration }).name).toBe('deleting');
  });

  it('is that it is restricted, and nothing that is wrong with it, while nobody may use it', () => {
    const configuration = { ...row().configuration, restricted: true };
    const state = { state: 'ERROR', ready: false, offline: true, error: 'forbidden' } as const;
    const shown = { ...row(), configuration, state: { ...state, since: at } };
    expect(serverStatus(shown)).toEqual({ name: 'restricted', fault: null });
    expect(serverAlerts(shown, at)).toEqual([]);
    expect(isDown('restricted')).toBe(false);
  });

  it.each([
    [{ players: 1, source: 'live' }, live, 'live'],
    [{ players: null, source: 'live' }, live, 'unknown'],
    [{ players: 1, source: 'unknown' }, live, 'unknown'],
    [{ players: 1, source: 'polled' }, live, 'polled'],
    [{ players: 1, source: 'live' }, { kind: 'resuming', since: 0 }, 'stale'],
    [{ players: 1, source: 'polled' }, { kind: 'starting' }, 'stale'],
  ] as const)('of a count %o over a connection %o is %s', (told, connection, freshness) => {
    const population = { ...row().population, ...told, observed_at: at };
    expect(populationFreshness({ ...row(), population }, connection, at)).toBe(freshness);
  });

  it('is stale when a polled count is old, or the game server is not connected', () => {
    const population = { ...row().population, source: 'polled', observed_at: at } as const;
    const later = at + POLLED_STALE_AFTER;
    expect(populationFreshness({ ...row(), population }, live, later)).toBe('polled');
    expect(populationFreshness({ ...row(), population }, live, later + 1)).toBe('stale');
    const state = { ...row().state, state: 'CONNECTING' } as const;
    expect(populationFreshness({ ...row(), state }, live, at)).toBe('stale');
    const starting = { ...row().state, state: 'CONNECTED', ready: false } as const;
    expect(populationFreshness({ ...row(), state: starting }, live, at)).toBe('stale');
    const gone = { ...state, offline: true } as const;
    expect(populationFreshness({ population, state: gone }, live, at)).toBe('stale');
  });
});
