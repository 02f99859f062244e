import { systemClock } from './clock.ts';
import { sharesPort, SIM_GAMES } from './games.ts';
import type { Hostility } from './net/hostile-network.ts';
import { hostileNetwork } from './net/hostile-network.ts';
import { realNetwork } from './net/real-network.ts';
import type { ResolvedOptions, SimServerOptions } from './options.ts';
import { Random } from './random.ts';

const BAD_NETWORK: Hostility = {
  loss: 0.05,
  double: 0.05,
  reorder: 0.05,
  latencyMs: 20,
  jitterMs: 40,
  cutAfterMs: 20 * 60_000,
  halfOpen: 0.3,
};
/** Pieces so small that lists are cut inside characters. */
const HOSTILE_FRAGMENT = 397;

/** Fills in every default. */
export function resolveOptions(options: SimServerOptions): ResolvedOptions {
  const facts = SIM_GAMES[options.game];
  const { hostile = false, seed = 1, network = realNetwork, clock = systemClock } = options;
  const { hostility = hostile ? BAD_NETWORK : undefined } = options;
  // Large answers come in one datagram from some of DayZ's servers, and split from others.
  const splitAbove = hostile && seed % 2 === 0 ? 1248 : facts.splitAbove;
  return {
    host: '127.0.0.1',
    queryPort: 0,
    password: 'simulated',
    name: facts.defaultName,
    map: facts.map,
    slots: 60,
    players: 0,
    settled: false,
    awkward: hostile ? 0.5 : 0.08,
    daySwing: 0.4,
    speed: 1,
    mods: [],
    restartEveryHours: 0,
    restart: { downMs: 20_000, loadingMs: 20_000 },
    join: { guidMs: 1_000, verifiedMs: 3_000, lobbyMs: 20_000, loadMs: facts.loadMs },
    connectionLimit: { connections: 4, freedAfterMs: 10_000 },
    oldRust: false,
    masterReachable: true,
    oddLists: hostile,
    pingSpread: 0,
    fragmentSize: hostile ? HOSTILE_FRAGMENT : 1024,
    sessionTimes: { expiryMs: 45_000, resendMs: 2_000, sends: 5 },
    rapidLoginLoss: hostile ? 'measured' : 0,
    padding: hostile ? 3 : 0,
    acceleration: { day: 4, night: 8 },
    onEvent: () => undefined,
    logged: 100_000,
    ...options,
    hostile,
    seed,
    clock,
    network:
      hostility === undefined
        ? network
        : hostileNetwork(network, hostility, clock, new Random(~seed)),
    gamePort: options.gamePort || facts.ports.game,
    rconPort: options.rconPort ?? (sharesPort(facts) ? (options.gamePort ?? 0) : 0),
    firstRestartHours: options.firstRestartHours,
    splitAbove: options.splitAbove ?? splitAbove,
  };
}
