import * as fc from 'fast-check';
import type { DomainEvent } from '../domain/event.ts';
import type { Frame } from '../protocol/frames.ts';
import { serverStream, type ServerStream } from '../protocol/streams.ts';
import { CHAT_LINES } from './names.ts';
import { followingEvents, olderEvent, openingEvents } from './snapshots.ts';
import { hostSteps, steps, stepsWith, type Asked, type Step } from './steps.ts';
import { World } from './world.ts';
import type { Present, WorldServer } from './world-server.ts';

/** What happened in a world, as the events that a client of it gets, and the world as it is then. */
export interface Scenario {
  readonly world: World;
  readonly events: readonly DomainEvent[];
  /** How fast-check shows it: a line for each step. */
  readonly [fc.toStringMethod]: () => string;
}

/** What a story is to have in it. */
export interface Story {
  /** How many servers there are at the beginning; the first of two has eight slots. */
  readonly servers?: number;
  /** What happens, in this order, with anything else before, between and after. */
  readonly with?: readonly Asked[];
}

/** Scenarios of a client that watches some servers, pages, acts and loses its connection. */
export const scenarios: fc.Arbitrary<Scenario> = steps.map((all) => play(all));

/** Scenarios in which only the host speaks, after the client's beginning. */
export const hostScenarios: fc.Arbitrary<Scenario> = hostSteps.map((all) => play(all));

/** Scenarios with something certain in them: `{ servers: 2, with: ['restart', 'lost-frame'] }`. */
export function scenariosOf({ servers = 2, with: asked = [] }: Story): fc.Arbitrary<Scenario> {
  return stepsWith(asked).map((all) => play(all, servers));
}

/**
 * Plays steps in a new world, of two servers where it is not said: one with eight slots, of which the
 * client follows everything from the beginning, and others without a limit.
 */
export function play(all: readonly Step[], servers = 2): Scenario {
  const world = new World();
  const first = world.addServer('First', 8);
  for (let added = 2; added <= servers; added++) {
    world.addServer(added === 2 ? 'second' : `server ${added}`, null);
  }
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  const events = [...openingEvents(world), ...followingEvents(world, first, topics)];
  for (const step of all) events.push(...eventsOf(world, step));
  const shown = () => all.map((step) => JSON.stringify(step)).join('\n');
  return { world, events, [fc.toStringMethod]: shown };
}

function eventsOf(world: World, step: Step): readonly DomainEvent[] {
  const { at } = world;
  switch (step.kind) {
    case 'add': {
      const added = world.addServer(step.identifier, step.slots);
      const data = { servers: [world.snapshot(added)], whole: false };
      return [{ source: 'rest', event: 'servers', at, data }];
    }
    case 'pass':
      world.pass(step.milliseconds);
      return [{ source: 'realtime', event: 'keepalive', at: world.at, data: { sent: null } }];
    case 'list':
      return openingEvents(world).slice(1);
    case 'session':
      return openingEvents(world).slice(0, 1);
    case 'end': {
      const error = step.failed ? 'no-answer' : null;
      const data = { id: intentionId(step.id), answer: step.failed ? null : '', error };
      return [{ source: 'intent', event: 'end', at, data }];
    }
    case 'forget':
      return [{ source: 'intent', event: 'forget', at, data: { id: intentionId(step.id) } }];
    case 'connection': {
      const connection = step.live
        ? ({ kind: 'live', since: at, latency: null } as const)
        : ({ kind: 'lost', since: at, attempt: 1, retry_at: at + 1_000 } as const);
      return [{ source: 'link', event: 'connection', at, data: { connection } }];
    }
    case 'reattach':
      return [reattached(world, step.behind)];
    default: {
      const server = pick(
        world.servers.filter((other) => !other.destroyed),
        step.server,
      );
      return server === undefined ? [] : serverEvents(world, server, step);
    }
  }
}

type ServerStep = Extract<Step, { server: number }>;

function serverEvents(world: World, server: WorldServer, step: ServerStep): readonly DomainEvent[] {
  const { at } = world;
  switch (step.kind) {
    case 'follow':
      return followingEvents(world, server, [step.topic], step.limit);
    case 'older':
      return [olderEvent(world, server, step.table)];
    case 'release': {
      const streams = [serverStream(server.id, step.topic)];
      return [{ source: 'link', event: 'released', at, data: { streams } }];
    }
    case 'snapshot': {
      const data = { servers: [world.snapshot(server)], whole: false };
      return [{ source: 'rest', event: 'servers', at, data }];
    }
    case 'history': {
      const points = step.players.map((players, index) => ({
        at: at + index * 60_000,
        players,
        slots: null,
        queue: null,
      }));
      const data = { server_id: server.id, span: '24h', step: 60, points } as const;
      return [{ source: 'rest', event: 'population', at, data }];
    }
    case 'lose':
      world.join(server, step.name);
      return [];
    case 'begin': {
      const data = {
        id: intentionId(step.id),
        server_id: server.id,
        action: 11,
        player_id: null,
        player_name: null,
        text: CHAT_LINES[0],
      };
      return [{ source: 'intent', event: 'begin', at, data }];
    }
    default:
      return told(world, server, step).map((frame) => ({ source: 'realtime', ...frame }));
  }
}

type HostStep = Exclude<
  ServerStep,
  { kind: 'follow' | 'older' | 'release' | 'snapshot' | 'history' | 'lose' | 'begin' }
>;

function told(world: World, server: WorldServer, step: HostStep): readonly Frame[] {
  const players: readonly Present[] = [...server.players.values()];
  switch (step.kind) {
    case 'join':
      return world.join(server, step.name);
    case 'identify':
    case 'leave':
    case 'chat': {
      const player = pick(players, step.player);
      if (player === undefined) return [];
      return step.kind === 'chat'
        ? world.chat(server, player, step.text)
        : world[step.kind](server, player);
    }
    case 'console':
      return [world.console(server, step.text)];
    case 'observe':
      return [world.observe(server, step.population)];
    case 'environment': {
      const next_restart = { local: step.restart };
      return [world.environment(server, { uptime: step.uptime, next_restart })];
    }
    case 'restart':
      return [...world.stop(server), ...world.start(server)];
    case 'stop':
    case 'start':
      return world[step.kind](server);
    case 'state': {
      const { state, error } = step;
      const ready = state === 'CONNECTED';
      return world.state(server, { state, error, ready, offline: error !== null });
    }
    case 'configure':
      return [
        world.configure(server, { identifier: step.identifier, restricted: step.restricted }),
      ];
    case 'deploy':
      return [
        world.deploy(server, { step: step.step, state: step.state, at: world.at, detail: null }),
      ];
    case 'metrics': {
      const pings = step.pings.flatMap((ping, index) => {
        const player = players[index];
        return player === undefined ? [] : [[player.id, ping] as const];
      });
      return [world.metrics(server, Object.fromEntries(pings))];
    }
    case 'presence': {
      const viewer = { muster_id: world.muster_id, display_name: 'Warden', since: world.at };
      return [
        world.presence(
          server,
          Array.from({ length: step.viewers }, () => viewer),
        ),
      ];
    }
    case 'permit':
      return [world.permit(server, step.permissions)];
    case 'destroy':
      return [world.destroy(server)];
  }
}

/** The host has another history of the streams, or the same with more in it. */
function reattached(world: World, behind: number): DomainEvent {
  const streams = world.servers.flatMap((server) =>
    (Object.keys(server.heads) as ServerStream[]).map((audience) => ({
      stream: serverStream(server.id, audience),
      head: Math.max(0, server.heads[audience] - behind),
      resumed: behind === 0,
    })),
  );
  const data = {
    protocol: 1,
    build: 'test',
    muster_id: world.muster_id,
    keepalive: 15_000,
    streams,
  };
  return { source: 'realtime', event: 'ack', at: world.at, data };
}

function intentionId(number: number): string {
  return number.toString(16).padStart(24, 'f');
}

function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)];
}
