import type { Frame } from '../protocol/frames.ts';
import { CHAT_LINES, PLAYER_NAMES, SERVER_NAMES } from './names.ts';
import { createRandom, type Random } from './random.ts';
import { World } from './world.ts';
import type { WorldServer } from './world-server.ts';

/** How much of a load there is. */
export interface LoadOptions {
  readonly seed: number;
  readonly servers: number;
  /** How many players are on all servers together at the beginning; their number then wanders. */
  readonly players: number;
  /** The first so many servers are watched: their feed, console, metrics and personal frames come too. */
  readonly watched?: number;
  /** Events in a second of the world's own clock; 500 where it is not given. */
  readonly rate?: number;
}

/** An endless, seeded stream of frames as a busy community makes them, each stream without holes. */
export interface Load {
  readonly world: World;
  /** The next frames, at least so many: what happens at once is not split. The world is then as they say. */
  take(count: number): readonly Frame[];
}

/** The same options give the same frames. The world has its players before the first frame is taken. */
export function createLoad(options: LoadOptions): Load {
  const random = createRandom(options.seed);
  const world = new World();
  for (let index = 0; index < options.servers; index++) {
    const name = SERVER_NAMES[index % SERVER_NAMES.length] ?? 'Server';
    world.addServer(`${name} ${index}`.slice(0, 20), 40 + random.below(5) * 20);
  }
  for (let index = 0; index < options.players; index++) {
    const server = random.pick(world.servers);
    if (server !== undefined) world.join(server, nameOf(random));
  }
  const watched = new Set(world.servers.slice(0, options.watched ?? 0).map((server) => server.id));
  const step = 1_000 / (options.rate ?? 500);
  let due = 0;
  const take = (count: number): readonly Frame[] => {
    const frames: Frame[] = [];
    while (frames.length < count && world.servers.length > 0) {
      due += step;
      world.pass(Math.floor(due));
      due -= Math.floor(due);
      const server = busy(world, watched, random);
      for (const frame of happening(world, server, watched.has(server.id), random)) {
        if (frame.stream?.endsWith('/list') === true || watched.has(server.id)) frames.push(frame);
      }
    }
    return frames;
  };
  return { world, take };
}

/** Half of what happens, happens on watched servers. */
function busy(world: World, watched: ReadonlySet<string>, random: Random): WorldServer {
  const count = watched.size > 0 && random.next() < 0.5 ? watched.size : world.servers.length;
  const server = world.servers[random.below(count)];
  if (server === undefined) throw new RangeError('a load needs a server');
  return server;
}

/**
 * Somebody comes or goes in one of eight events: 80,000 players who stay an hour make 44 of 500
 * events a second. Most of the others are figures that were read from the game.
 */
function happening(
  world: World,
  server: WorldServer,
  watched: boolean,
  random: Random,
): readonly Frame[] {
  const chance = random.next();
  if (!server.state.ready)
    return chance < 0.2 ? world.start(server) : [observed(world, server, random)];
  const player = random.pick([...server.players.values()]);
  const crowded = server.players.size > (server.population.slots ?? 60) * random.next();
  if (chance < 0.001) return world.stop(server);
  if (chance < 0.12) {
    return crowded && player !== undefined
      ? world.leave(server, player)
      : world.join(server, nameOf(random));
  }
  if (chance < 0.17 && player !== undefined) return world.identify(server, player);
  if (watched && chance < 0.4 && player !== undefined) {
    return world.chat(server, player, random.pick(CHAT_LINES) ?? '');
  }
  if (watched && chance < 0.405) {
    const pings = [...server.players.keys()].map((id) => [id, 10 + random.below(190)] as const);
    return [world.metrics(server, Object.fromEntries(pings))];
  }
  if (chance < 0.75) return [observed(world, server, random)];
  return [world.environment(server, { uptime: random.below(86_400), time: '12:00' })];
}

function observed(world: World, server: WorldServer, random: Random): Frame {
  const { slots } = server.population;
  const known = server.state.ready;
  const full = slots !== null && server.players.size >= slots;
  return world.observe(server, {
    players: known ? Math.min(server.players.size, slots ?? Infinity) : null,
    slots,
    queue: known ? { active: full, size: full ? random.below(12) : 0 } : null,
    source: known ? 'live' : 'unknown',
  });
}

function nameOf(random: Random): string {
  return `${random.pick(PLAYER_NAMES) ?? 'Survivor'} ${random.below(10_000)}`;
}
