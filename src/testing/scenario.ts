import * as fc from 'fast-check';
import type { DomainEvent } from '../domain/event.ts';
import { eventsOf, eventsOfServer, type Client } from './client-events.ts';
import { LARGEST_SERVER } from './happenings.ts';
import { followingEvents, openingEvents } from './snapshots.ts';
import {
  crowdedSteps,
  fullSteps,
  hostSteps,
  steps,
  stepsWith,
  type Asked,
  type Step,
} from './steps.ts';
import { pick } from './telling.ts';
import { World } from './world.ts';

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

/** How large a world is at its beginning. */
interface Size {
  readonly servers: number;
  /** On the first server, which has eight slots where there are fewer. */
  readonly players: number;
}

const SMALL: Size = { servers: 2, players: 0 };
/** As many as a host may have, and the largest of them full. */
const LARGEST: Size = { servers: 1_000, players: LARGEST_SERVER };

/** Scenarios of a client that watches some servers, pages, acts and loses its connection. */
export const scenarios: fc.Arbitrary<Scenario> = steps.map((all) => play(all));

/** Scenarios of everything that can happen, also of what no recording tells. */
export const fullScenarios: fc.Arbitrary<Scenario> = fullSteps.map((all) => play(all));

/** As `fullScenarios`, of a host with as many servers and players as there are. */
export const largestScenarios: fc.Arbitrary<Scenario> = crowdedSteps.map((all) =>
  play(all, LARGEST),
);

/** Scenarios in which only the host speaks, after the client's beginning. */
export const hostScenarios: fc.Arbitrary<Scenario> = hostSteps.map((all) => play(all));

/** Scenarios with something certain in them: `{ servers: 2, with: ['restart', 'lost-frame'] }`. */
export function scenariosOf({ servers = 2, with: asked = [] }: Story): fc.Arbitrary<Scenario> {
  return stepsWith(asked).map((all) => play(all, { ...SMALL, servers }));
}

/**
 * Plays steps in a new world, of two servers where it is not said: one with few slots, of which the
 * client follows everything from the beginning, and others without a limit.
 */
export function play(all: readonly Step[], size = SMALL): Scenario {
  const world = new World();
  const first = world.addServer('First', Math.max(8, size.players));
  for (let added = 2; added <= size.servers; added++) {
    world.addServer(added === 2 ? 'second' : `server ${added}`, null);
  }
  for (let joined = 1; joined <= size.players; joined++) world.join(first, `Player ${joined}`);
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  const events = [...openingEvents(world), ...followingEvents(world, first, topics)];
  const client: Client = { world, events, asked: [] };
  for (const step of all) events.push(...happen(client, step));
  const shown = () => all.map((step) => JSON.stringify(step)).join('\n');
  return { world, events, [fc.toStringMethod]: shown };
}

function happen(client: Client, step: Step): readonly DomainEvent[] {
  if (!('server' in step)) return eventsOf(client, step);
  const { world } = client;
  const server = pick(
    world.servers.filter((other) => !other.destroyed),
    step.server,
  );
  if (server === undefined) return [];
  return eventsOfServer(client, server, step);
}
