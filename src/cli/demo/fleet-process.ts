/** The demo's game servers, in a process of their own: what they do must not hold up the host. */
import { startSimServer, type SimServer } from '../../sim/server.ts';
import type { FleetAddress, FleetOrder, FleetStarted } from './fleet-messages.ts';
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
    addresses.push({ host, gamePort, queryPort, rconPort });
  }
  process.send?.({ addresses } satisfies FleetStarted);
}

function start(server: FleetServer, { password, speed }: FleetOrder): Promise<SimServer> {
  const { game, name, slots, players, seed, restartEveryHours, firstRestartMinutes } = server;
  return startSimServer({
    game,
    name,
    slots,
    players,
    seed,
    restartEveryHours,
    firstRestartHours: firstRestartMinutes / 60,
    password,
    speed,
    settled: true,
    // Nobody reads what the simulators remember, and there may be a thousand of them.
    logged: 100,
  });
}

function comeAndGo(sim: SimServer): void {
  sim.setSilenced(true);
  setTimeout(() => {
    sim.setSilenced(false);
    setTimeout(() => comeAndGo(sim), THERE);
  }, AWAY);
}
