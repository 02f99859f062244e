/** The demo's game servers, in a process of their own: what they do must not hold up the host. */
import { SIM_GAMES } from '../../sim/games.ts';
import { startSimServer, type SimServer } from '../../sim/server.ts';
import {
  LARGE_FLEET,
  type FleetAddress,
  type FleetOrder,
  type FleetPlayer,
  type FleetStarted,
} from './fleet-messages.ts';
import type { FleetServer } from './fleet-server.ts';

/** Milliseconds without network, and with it. */
const AWAY = 150_000;
const THERE = 360_000;

// Whoever asked for the fleet ends it, by closing the channel: it must outlive the host's log-ins.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.once('disconnect', () => process.exit(0));
process.once('message', (order) => {
  begin(order as FleetOrder).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function begin(order: FleetOrder): Promise<void> {
  const addresses: FleetAddress[] = [];
  for (const server of order.servers) {
    const sim = await start(server, order);
    if (server.trouble === 'comes-and-goes') comeAndGo(sim);
    const { host, gamePort, queryPort, rconPort } = sim.address;
    const players = order.servers.length > LARGE_FLEET ? [] : playersOf(sim);
    addresses.push({ host, gamePort, queryPort, rconPort, players });
  }
  process.send?.({ addresses } satisfies FleetStarted);
}

function start(server: FleetServer, { password, speed }: FleetOrder): Promise<SimServer> {
  const { game, name, map, slots, players, seed, restartEveryHours, firstRestartMinutes } = server;
  return startSimServer({
    game,
    name,
    ...(map === null ? {} : { map }),
    slots,
    players,
    seed,
    restartEveryHours,
    firstRestartHours: firstRestartMinutes / 60,
    password,
    speed,
    settled: true,
    // How many come at this hour of their own day is in the figure already.
    daySwing: 0,
    // Nobody reads what the simulators remember, and there may be a thousand of them.
    logged: 100,
  });
}

function playersOf(sim: SimServer): readonly FleetPlayer[] {
  const { control } = SIM_GAMES[sim.address.game];
  if (control === 'none') return [];
  return sim.roster().map(({ name, guid, steamId, address, port, joinedAt }) => ({
    name,
    guid: control === 'battleye' ? (guid ?? null) : null,
    steamId: control === 'battleye' ? null : (steamId ?? null),
    ip: address,
    port,
    joinedAt: Math.round(joinedAt),
  }));
}

function comeAndGo(sim: SimServer): void {
  sim.setSilenced(true);
  setTimeout(() => {
    sim.setSilenced(false);
    setTimeout(() => comeAndGo(sim), THERE);
  }, AWAY);
}
