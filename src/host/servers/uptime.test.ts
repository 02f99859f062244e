import { describe, expect, it } from 'vitest';
import { beginOf, processStart } from '../../domain/servers/uptime.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { snapshotOf } from './doubles.ts';
import { LiveServer } from './live-server.ts';
import { tellEnvironment, tellState } from './tell-server.ts';

const HOUR = 3_600_000;
const unknown = {
  kind: 'environment',
  name: null,
  map: null,
  version: null,
  time: null,
  passwordProtected: null,
  locked: null,
  startedAt: null,
  wipedAt: null,
  latency: null,
} as const;
const fault = { kind: 'socket-unreachable', detail: '' } as const;

function connect(server: LiveServer, at: number): void {
  tellState(server, { kind: 'state', at, state: 'CONNECTED', ready: true, fault: null });
}

function lose(server: LiveServer, at: number): void {
  tellState(server, { kind: 'state', at, state: 'DISCONNECTED', ready: false, fault });
}

/** Another host takes the server: what the last one wrote is all that it knows. */
function taken(server: LiveServer, unheardSince: number | null): LiveServer {
  const { id, position, configuration, state, population, environment, deployment } = server.row;
  const row = { id, position, configuration, state, population, environment, deployment };
  return new LiveServer({ ...row, players: [] }, [], unheardSince);
}

const told = ({ row: { environment } }: LiveServer) => ({
  begin: beginOf(environment),
  source: environment.uptime_source,
  gap: environment.uptime_gap,
});

describe('an uptime', () => {
  it('counts from the connection where nothing tells more, and says so', () => {
    const server = new LiveServer(snapshotOf(GAME.DAYZ), []);
    connect(server, HOUR);
    expect(told(server)).toEqual({ begin: HOUR, source: 'connection', gap: null });
    tellEnvironment(server, { ...unknown, at: 3 * HOUR, map: 'enoch' });
    expect(told(server)).toEqual({ begin: HOUR, source: 'connection', gap: null });
    expect(server.row.environment.uptime).toBe(7_200);
    // Nobody can be said to have come after it.
    expect(processStart(server.row.environment)).toBeNull();
  });

  it('is the game’s own where it tells one, whatever was counted before', () => {
    const server = new LiveServer(snapshotOf(GAME.RUST), []);
    connect(server, 2 * HOUR);
    tellEnvironment(server, { ...unknown, at: 2 * HOUR, startedAt: HOUR });
    expect(told(server)).toEqual({ begin: HOUR, source: 'game', gap: null });
    expect(processStart(server.row.environment)).toBe(HOUR);
  });

  it('goes on over the end of a host, with what nobody watched as a gap', () => {
    const before = new LiveServer(snapshotOf(GAME.DAYZ), []);
    connect(before, HOUR);
    tellEnvironment(before, { ...unknown, at: HOUR, startedAt: HOUR / 2 });
    expect(told(before)).toEqual({ begin: HOUR / 2, source: 'start', gap: null });
    const after = taken(before, 5 * HOUR);
    connect(after, 6 * HOUR);
    const gap = { from: 5 * HOUR, to: 6 * HOUR };
    expect(told(after)).toEqual({ begin: HOUR / 2, source: 'start', gap });
    tellEnvironment(after, { ...unknown, at: 6 * HOUR, map: 'enoch' });
    expect(told(after)).toEqual({ begin: HOUR / 2, source: 'start', gap });
    expect(processStart(after.row.environment)).toBeNull();
  });

  it('has no gap where the game itself tells it, or where hardly anything was missed', () => {
    const rust = new LiveServer(snapshotOf(GAME.RUST), []);
    connect(rust, HOUR);
    tellEnvironment(rust, { ...unknown, at: HOUR, startedAt: 0 });
    const rustAfter = taken(rust, 2 * HOUR);
    connect(rustAfter, 3 * HOUR);
    expect(told(rustAfter)).toEqual({ begin: 0, source: 'game', gap: null });
    const server = new LiveServer(snapshotOf(GAME.DAYZ), []);
    connect(server, HOUR);
    const after = taken(server, 2 * HOUR);
    connect(after, 2 * HOUR + 30_000);
    expect(told(after)).toEqual({ begin: HOUR, source: 'connection', gap: null });
  });

  it('starts again after the server was down', () => {
    const server = new LiveServer(snapshotOf(GAME.DAYZ), []);
    connect(server, HOUR);
    lose(server, 2 * HOUR);
    expect(server.row.state.offline).toBe(true);
    connect(server, 3 * HOUR);
    expect(told(server)).toEqual({ begin: 3 * HOUR, source: 'connection', gap: null });
    const after = taken(server, null);
    lose(after, 4 * HOUR);
    const again = taken(after, 4 * HOUR);
    connect(again, 5 * HOUR);
    expect(told(again)).toEqual({ begin: 5 * HOUR, source: 'connection', gap: null });
  });
});
