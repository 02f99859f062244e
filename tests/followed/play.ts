/** Hours of a simulated server's life with a connector that follows it, over a bad network, in one time. */
import { createConnector } from '../../src/host/connectors/games/connect.ts';
import { SIM_GAMES, type SimGame } from '../../src/sim/games.ts';
import type { Hostility } from '../../src/sim/net/hostile-network.ts';
import { MemoryNetwork } from '../../src/sim/net/memory-network.ts';
import { Random } from '../../src/sim/random.ts';
import { startSimServer } from '../../src/sim/server.ts';
import { BattlEyeFollower } from './battleye-follower.ts';
import { Commander, type CommandFigures } from './commander.ts';
import { EnvironmentFollower } from './environment-follower.ts';
import type { FollowedFigures } from './follower.ts';
import { memoryPorts } from './memory-ports.ts';
import { Portal } from './portal.ts';
import { RustFollower } from './rust-follower.ts';
import { SharedTime } from './shared-time.ts';
import { StatusFollower } from './status-follower.ts';
import { Truth } from './truth.ts';

const MINUTE = 60_000;
/** Minutes between two missions, each on another map. */
const MISSION_LASTS = 7;
/** Long enough in the lobby that it has to be told. */
const JOIN = { guidMs: 1_000, verifiedMs: 3_000, lobbyMs: 240_000 };
const MAPS = ['Altis', 'Tanoa', 'Stratis', 'Livonia'];

export interface Play {
  readonly game: SimGame;
  readonly seed: number;
  readonly hours: number;
  readonly hostility: Hostility;
  readonly players: number;
  readonly slots: number;
  /** They are there from the first moment. */
  readonly settled?: boolean;
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
  readonly statusChecks: number;
  /** Checks at which people waited in the queue. */
  readonly queueChecks: number;
  readonly environmentChecks: number;
  /** What happened on the server, and what the portal told of it. */
  readonly happened: number;
  readonly told: number;
  /** Simulated hours in a second of this machine. */
  readonly hoursPerSecond: number;
}

/** Plays until the time is over or something is wrong. */
export async function play(options: Play): Promise<Played> {
  const { seed, hours, longestGap, ...life } = options;
  const { game, slots } = life;
  const { control, queues } = SIM_GAMES[game];
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
    pingSpread: 15,
    join: { ...JOIN, loadMs: game === 'RUST' ? 25_000 : 0 },
    onEvent: (event) => truth.hear(event),
  });
  truth.watch(server);
  const follower =
    control === 'webrcon'
      ? new RustFollower(truth, server, now, longestGap)
      : new BattlEyeFollower(truth, server, now, longestGap);
  const status = new StatusFollower(server, now, queues);
  const ports = memoryPorts(network, time, random);
  const askedAt = () => ports.answered.get('serverinfo') ?? -Infinity;
  const environment = new EnvironmentFollower(server, now, life.speed, askedAt);
  const { host, gamePort, queryPort, rconPort, password } = server.address;
  const rcon = rconPort === null ? null : { port: rconPort, password };
  const target = { game, host, gamePort, queryPort, rcon };
  const portal = new Portal(
    game,
    () => ports.clock.now(),
    (onFact) =>
      createConnector(target, ports, (fact) => {
        follower.hear(fact);
        status.hear(fact);
        environment.hear(fact);
        onFact(fact);
      }),
  );
  const { sent } = ports;
  const copies = control === 'webrcon' ? 1 : 2;
  const parts = { server, truth, portal, follower, random, now, sent, copies };
  const commander = new Commander(parts);
  const wrong = () => [
    ...follower.wrong,
    ...status.wrong,
    ...environment.wrong,
    ...portal.wrong,
    ...commander.wrong,
  ];
  const start = time.now();
  const end = start + hours * 60 * MINUTE;
  const look = () => {
    portal.fold();
    status.look();
    environment.look();
    if (rcon !== null) follower.look();
  };
  let minutes = 0;
  while (time.now() < end && wrong().length === 0) {
    minutes += 1;
    if (minutes % MISSION_LASTS === 3) server.startMission(random.pick(MAPS));
    const minute = time.now() + MINUTE;
    while (time.now() < minute) {
      await time.advance(random.exponential(MINUTE / 3), look);
      if (rcon !== null) commander.ask();
    }
    portal.check();
    status.check(slots);
    environment.check(portal);
    if (rcon !== null) {
      follower.check(portal);
      commander.check();
    }
  }
  await portal.stop();
  await server.stop();
  const at = Math.round((time.now() - start) / MINUTE);
  const seconds = (performance.now() - began) / 1_000;
  return {
    wrong: wrong()
      .slice(0, 5)
      .map((text) => `${game}, seed ${seed}, minute ${at}: ${text}`),
    followed: follower.figures(),
    commands: commander.figures,
    statusChecks: status.checks,
    queueChecks: status.queued,
    environmentChecks: environment.checks,
    happened: truth.events,
    told: portal.events,
    hoursPerSecond: Math.round((hours / seconds) * 100) / 100,
  };
}
