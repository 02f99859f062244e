import { GAME, type Game, type GameName } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { addServer, RCON_PASSWORD } from './added-server.ts';
import type { LiveHost } from './live-host.ts';
import type { TestBrowser } from './host.ts';
import type { SocketClient } from './socket-client.ts';

/** A simulated server, run by a host, and somebody who reads its feed. */
export interface WatchedSim {
  readonly sim: SimServer;
  readonly id: string;
  readonly client: SocketClient;
  /** The names of those who are on it. */
  readonly on: () => readonly string[];
  readonly stop: () => Promise<void>;
}

export async function watchSim(
  host: LiveHost,
  browser: TestBrowser,
  { game = 'DAYZ', slots = 60 }: { readonly game?: GameName; readonly slots?: number } = {},
): Promise<WatchedSim> {
  const sim = await startSimServer({
    game,
    password: RCON_PASSWORD,
    slots,
    join: { guidMs: 50, verifiedMs: 100, lobbyMs: 150 },
  });
  const id = await addServer(browser, sim, 'Chernarus', GAME[game] as Game);
  const client = host.connect(browser);
  await client.hello();
  client.send({ type: 'subscribe', server_id: id, topics: ['feed'], cursors: {} });
  await client.expect('event_subscription', ({ data }) => data.server_id === id);
  return {
    sim,
    id,
    client,
    on: () => sim.roster().map(({ name }) => name),
    stop: () => sim.stop(),
  };
}
