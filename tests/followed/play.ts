/** Hours of a simulated server's life with a connector that follows it, over a bad network, in one time. */
import { createConnector } from '../../src/host/connectors/connect.ts';
import type { SimGame } from '../../src/sim/games.ts';
import type { Hostility } from '../../src/sim/net/hostile-network.ts';
import { MemoryNetwork } from '../../src/sim/net/memory-network.ts';
import { Random } from '../../src/sim/random.ts';
import { startSimServer } from '../../src/sim/server.ts';
import { Commander, type CommandFigures } from './commander.ts';
import { Follower, type FollowedFigures } from './follower.ts';
import { memoryPorts } from './memory-ports.ts';
import { Portal } from './portal.ts';
import { SharedTime } from './shared-time.ts';
import { Truth } from './truth.ts';

const MINUTE = 60_000;

export interface Play {
  readonly game: SimGame;
  readonly seed: number;
  readonly hours: number;
  readonly hostility: Hostility;
  readonly players: number;
  readonly slots: number;
  /** How much faster people live than the protocols wait. */
  readonly speed: number;
  /** The longest that a running server may go without being followed, ms. */
  readonly longestGap: number;
}

export interface Played {
  /** What did not agree, the first few; empty is what is wanted. */
  readonly wrong: readonly string[];
  readonly followed: FollowedFigures;
  readonly commands: CommandFigures;
  /** What happened on the server, and what the portal told of it. */
  readonly happened: number;
  readonly told: number;
  /** Simulated hours in a second of this machine. */
  readonly hoursPerSecond: number;
}

/** Plays until the time is over or something is wrong. */
export async function play(options: Play): Promise<Played> {
  const { seed, hours, longestGap, ...life } = options;
  const { game } = life;
  const began = performance.now();
  const time = new SharedTime();
  const network = new MemoryNetwork(time.sim);
  const random = new Random(seed * 7 + 1);
  const now = () => time.now();
  const truth = new Truth(now);
  const server = await startSimServer({
    ...life,
    seed,
    network,
    clock: time.sim,
    restartEveryHours: 0.8 * life.speed,
    rapidLoginLoss: 0.1,
    onEvent: (event) => truth.hear(event),
  });
  truth.watch(server);
  const follower = new Follower(truth, server, now, longestGap);
  const { host, gamePort, queryPort, rconPort, password } = server.address;
  const target = { game, host, gamePort, queryPort, rcon: { port: rconPort ?? 0, password } };
  const ports = memoryPorts(network, time, random);
  const portal = new Portal(
    game,
    () => ports.clock.now(),
    (onFact) =>
      createConnector(target, ports, (fact) => {
        follower.hear(fact);
        onFact(fact);
      }),
  );
  const { sent } = ports;
  const commander = new Commander({ server, truth, portal, follower, random, now, sent });
  const wrong = () => [...follower.wrong, ...commander.wrong];
  const start = time.now();
  const end = start + hours * 60 * MINUTE;
  while (time.now() < end && wrong().length === 0) {
    const minute = time.now() + MINUTE;
    while (time.now() < minute) {
      await time.advance(random.exponential(MINUTE / 3), () => {
        portal.fold();
        follower.look();
      });
      commander.ask();
    }
    follower.check(portal);
    commander.check();
  }
  await portal.stop();
  await server.stop();
  const at = Math.round((time.now() - start) / MINUTE);
  const seconds = (performance.now() - began) / 1_000;
  return {
    wrong: wrong()
      .slice(0, 5)
      .map((text) => `${game}, seed ${seed}, minute ${at}: ${text}`),
    followed: follower.figures,
    commands: commander.figures,
    happened: truth.events,
    told: portal.events,
    hoursPerSecond: hours / seconds,
  };
}
