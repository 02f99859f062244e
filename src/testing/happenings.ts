import * as fc from 'fast-check';
import { SERVER_PERMISSION } from '../protocol/permissions.ts';
import { UI_COMPONENT } from '../protocol/session/events.ts';
import { CHAT_LINES } from './names.ts';
import {
  configurations,
  consoleLines,
  deploymentSteps,
  environments,
  feedEntries,
  identities,
  notifications,
  playerNames,
  populations,
  sizes,
  states,
} from './wire-values.ts';

const pick = fc.nat({ max: 1_000 });
/** Picked among those that are there at that moment: mostly the first, of which everything is followed. */
export const server = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, pick);
const player = pick;

/** As many as fit on the largest servers there are. */
export const LARGEST_SERVER = 400;

export const step = <K extends string, S extends object>(
  kind: K,
  shape: { [P in keyof S]: fc.Arbitrary<S[P]> },
): fc.Arbitrary<{ kind: K } & S> => fc.record(shape).map((rest) => ({ kind, ...(rest as S) }));

/** As the wire allows it: printable, without spaces around it. */
const identifier = fc
  .string({ minLength: 1, maxLength: 20 })
  .map((text) => text.trim() || 'Fourth');
const ping = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 300 }) }, fc.constant(65_535));

/** A restart: the game goes and comes back. */
export const restart = step('restart', { server });
export const destroy = step('destroy', { server });

/** What happens in a world, each in some frames that the host tells; `crowd`: the most who come at once. */
export const happenings = (crowd: number) => [
  { weight: 8, arbitrary: step('join', { server, name: playerNames }) },
  { weight: 4, arbitrary: step('identify', { server, player }) },
  { weight: 6, arbitrary: step('leave', { server, player }) },
  { weight: 2, arbitrary: step('rename', { server, player, name: playerNames }) },
  { weight: 2, arbitrary: step('return', { server, player, name: playerNames }) },
  { weight: 1, arbitrary: step('crowd', { server, count: sizes(crowd) }) },
  { weight: 3, arbitrary: step('chat', { server, player, text: fc.constantFrom(...CHAT_LINES) }) },
  { weight: 2, arbitrary: step('entry', { server, entry: feedEntries }) },
  { weight: 2, arbitrary: step('console', { server, line: consoleLines }) },
  { weight: 2, arbitrary: step('reveal', { server, player, identity: identities }) },
  { weight: 3, arbitrary: step('observe', { server, population: populations }) },
  { weight: 2, arbitrary: step('environment', { server, environment: environments }) },
  { weight: 1, arbitrary: step('stop', { server }) },
  { weight: 1, arbitrary: step('start', { server }) },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: step('state', { server, state: states }) },
  { weight: 1, arbitrary: step('configure', { server, configuration: configurations }) },
  { weight: 1, arbitrary: step('deploy', { server, step: deploymentSteps }) },
  {
    weight: 6,
    arbitrary: step('metrics', { server, pings: fc.array(fc.option(ping, { freq: 2 })) }),
  },
  { weight: 1, arbitrary: step('presence', { server, viewers: sizes(crowd) }) },
  {
    weight: 1,
    arbitrary: step('permit', { server, permissions: fc.subarray([...SERVER_PERMISSION]) }),
  },
  { weight: 1, arbitrary: step('notify', { notification: notifications }) },
  { weight: 1, arbitrary: step('bootstrap', {}) },
  { weight: 1, arbitrary: step('reload', { components: fc.subarray([...UI_COMPONENT]) }) },
  { weight: 1, arbitrary: destroy },
  {
    weight: 2,
    arbitrary: step('add', { identifier, slots: fc.option(sizes(LARGEST_SERVER)) }),
  },
  {
    weight: 2,
    arbitrary: step('pass', { milliseconds: fc.nat({ max: 120_000 }), heard: fc.boolean() }),
  },
];
