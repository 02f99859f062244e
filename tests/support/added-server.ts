import { GAME, type Game } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import type { TestBrowser } from './host.ts';

/** The RCon password of every simulated server here. It must be found nowhere. */
export const RCON_PASSWORD = 'canary-rcon-secret';

/** The ports of servers that were here: one that has ended is in Muster still, and no other can have its address. */
const taken = new Set<number | null>();

/** A simulated DayZ server on which people are known at once. */
export async function startQuickSim(rconPort = 0): Promise<SimServer> {
  const sim = await startSimServer({
    game: 'DAYZ',
    password: RCON_PASSWORD,
    slots: 60,
    rconPort,
    join: { guidMs: 50, verifiedMs: 100, lobbyMs: 150 },
  });
  const { rconPort: given } = sim.address;
  if (rconPort === 0 && taken.has(given)) {
    const next = startQuickSim();
    await sim.stop();
    return next;
  }
  taken.add(given);
  return sim;
}

/** The body that adds a simulated server. */
export function serverBody(sim: SimServer, identifier: string, game: Game = GAME.DAYZ) {
  const { host, rconPort, queryPort, gamePort } = sim.address;
  return {
    identifier,
    timezone: 'Europe/Berlin',
    game,
    host,
    game_port: gamePort,
    query_port: queryPort,
    rcon_port: rconPort,
    rcon_password: rconPort === null ? null : RCON_PASSWORD,
  };
}

/** Adds it through the API; answers its id. */
export async function addServer(
  browser: TestBrowser,
  sim: SimServer,
  identifier = 'Chernarus',
  game: Game = GAME.DAYZ,
): Promise<string> {
  const answer = await browser.post('/app/v1/servers/add', serverBody(sim, identifier, game));
  const { server_id: id } = answer.json<{ server_id?: string }>();
  if (id === undefined) throw new Error(`The server was not added: ${answer.body}`);
  return id;
}
