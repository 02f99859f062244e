import type { Frame } from '../protocol/frames.ts';
import { PLAYER_NAMES } from './names.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';
import type { Present, WorldServer } from './world-server.ts';

/** What the host tells of one server. */
export type ServerTelling = Extract<
  Step,
  {
    kind:
      | 'join'
      | 'identify'
      | 'leave'
      | 'rename'
      | 'return'
      | 'crowd'
      | 'chat'
      | 'entry'
      | 'console'
      | 'reveal'
      | 'observe'
      | 'environment'
      | 'restart'
      | 'stop'
      | 'start'
      | 'state'
      | 'configure'
      | 'deploy'
      | 'metrics'
      | 'presence'
      | 'permit'
      | 'destroy';
  }
>;

/** Something happens on a server: the frames that the host sends, to whomever they are. */
export function tell(world: World, server: WorldServer, step: ServerTelling): readonly Frame[] {
  const players: readonly Present[] = [...server.players.values()];
  switch (step.kind) {
    case 'join':
      return world.join(server, step.name);
    case 'crowd':
      return Array.from({ length: Math.max(0, step.count - players.length) }, (_, index) =>
        world.join(server, `${PLAYER_NAMES[index % PLAYER_NAMES.length] ?? ''} ${index}`),
      ).flat();
    case 'identify':
    case 'leave':
    case 'rename':
    case 'return':
    case 'reveal':
    case 'chat': {
      const player = pick(players, step.player);
      return player === undefined ? [] : tellOfPlayer(world, server, player, step);
    }
    case 'entry':
      return [world.entry(server, step.entry)];
    case 'console':
      return [world.line(server, step.line)];
    case 'observe':
      return [world.observe(server, step.population)];
    case 'environment':
      return [world.environment(server, step.environment)];
    case 'restart':
      return [...world.stop(server), ...world.start(server)];
    case 'stop':
    case 'start':
      return world[step.kind](server);
    case 'state':
      return world.state(server, step.state);
    case 'configure':
      return [world.configure(server, step.configuration)];
    case 'deploy':
      return [world.deploy(server, step.step)];
    case 'metrics':
      return [world.metrics(server, pingsOf(players, step.pings))];
    case 'presence': {
      const viewer = { muster_id: world.muster_id, display_name: 'Warden', since: world.at };
      const viewers = Array.from({ length: step.viewers }, () => viewer);
      return [world.presence(server, viewers)];
    }
    case 'permit':
      return [world.permit(server, step.permissions)];
    case 'destroy':
      return [world.destroy(server)];
  }
}

type PlayerTelling = Extract<ServerTelling, { player: number }>;

function tellOfPlayer(
  world: World,
  server: WorldServer,
  player: Present,
  step: PlayerTelling,
): readonly Frame[] {
  switch (step.kind) {
    case 'identify':
    case 'leave':
      return world[step.kind](server, player);
    case 'rename':
      return [world.rename(server, player, step.name)];
    case 'return':
      return [
        ...world.leave(server, player),
        ...world.join(server, step.name, { ...player, joined_before: true }),
      ];
    case 'reveal':
      return [world.reveal(server, { ...step.identity, player: player.id })];
    case 'chat':
      return world.chat(server, player, step.text);
  }
}

/** Pings of those who are there, one by one; null leaves one out. What is too much is of somebody unknown. */
function pingsOf(
  players: readonly Present[],
  pings: readonly (number | null)[],
): Readonly<Record<string, number>> {
  const all = Array.from({ length: Math.max(pings.length, players.length) }, (_, index) => {
    const ping = pings.length === 0 ? null : pings[index % pings.length];
    return [players[index]?.id ?? index.toString(16).padStart(24, 'e'), ping] as const;
  });
  return Object.fromEntries(all.filter((one): one is [string, number] => one[1] !== null));
}

/** One of some, by any number. */
export function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)];
}
