import { expect, it } from 'vitest';
import { GAME } from '../../protocol/enumerations.ts';
import { snapshotOf } from './doubles.ts';
import { LiveServer } from './live-server.ts';
import { tellState } from './tell-server.ts';

type Fault = 'authentication-failed' | 'socket-unreachable';

/** Tries to connect, in vain; answers since when it fails. */
function fails(server: LiveServer, at: number, kind: Fault = 'authentication-failed'): number {
  const fault = { kind, detail: '' };
  tellState(server, { kind: 'state', at, state: 'CONNECTING', ready: false, fault: null });
  tellState(server, { kind: 'state', at: at + 1, state: 'ERROR', ready: false, fault });
  return server.row.state.since;
}

it('a server fails since it failed first, however often it is tried again, on any host', () => {
  const server = new LiveServer(snapshotOf(GAME.DAYZ), []);
  expect([fails(server, 1_000), fails(server, 5_000)]).toEqual([1_001, 1_001]);
  const taken = new LiveServer({ ...server.row, players: [] }, []);
  expect(fails(taken, 9_000)).toBe(1_001);
  expect(fails(taken, 13_000, 'socket-unreachable')).toBe(13_001);
  const connected = { kind: 'state', at: 15_000, state: 'CONNECTED', ready: true } as const;
  tellState(taken, { ...connected, fault: null });
  expect(fails(taken, 20_000, 'socket-unreachable')).toBe(20_001);
});
