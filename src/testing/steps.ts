import * as fc from 'fast-check';
import { DEPLOYMENT_STEP, RCON_STATE } from '../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../protocol/permissions.ts';
import { CHAT_LINES, PLAYER_NAMES } from './names.ts';

/**
 * One thing that happens in a made-up world. `server` and `player` are picked among those that are
 * there at that moment, so that any list of steps makes sense and a shorter one still does.
 */
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

const pick = fc.nat({ max: 1_000 });
const server = pick;
const player = pick;
const count = fc.nat({ max: 12 });

const name = fc.oneof(fc.constantFrom(...PLAYER_NAMES), fc.string({ maxLength: 12 }));
/** As the wire allows it: printable, without spaces around it. */
const identifier = fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.trim() || 'Fourth');
const topic = fc.constantFrom('feed', 'console', 'metrics', 'feed-personal');

const step = <K extends string, S extends object>(
  kind: K,
  shape: { [P in keyof S]: fc.Arbitrary<S[P]> },
): fc.Arbitrary<{ kind: K } & S> => fc.record(shape).map((rest) => ({ kind, ...(rest as S) }));

const population = fc
  .record({
    players: fc.option(count),
    free: fc.option(count),
    queue: fc.option(fc.record({ active: fc.boolean(), size: count })),
    source: fc.constantFrom('live', 'polled', 'unknown'),
  })
  .map(({ players, free, queue, source }) => ({
    players,
    slots: free === null ? null : (players ?? 0) + free,
    queue,
    source,
  }));

/** A restart: the game goes and comes back. */
const restart = step('restart', { server });
/** Something happens on a server, and the client never hears of it. */
const lose = step('lose', { server, name });

const happenings = [
  { weight: 8, arbitrary: step('join', { server, name }) },
  { weight: 4, arbitrary: step('identify', { server, player }) },
  { weight: 6, arbitrary: step('leave', { server, player }) },
  { weight: 3, arbitrary: step('chat', { server, player, text: fc.constantFrom(...CHAT_LINES) }) },
  { weight: 2, arbitrary: step('console', { server, text: fc.string({ maxLength: 20 }) }) },
  { weight: 3, arbitrary: step('observe', { server, population }) },
  {
    weight: 2,
    arbitrary: step('environment', {
      server,
      uptime: fc.option(fc.nat({ max: 86_400 })),
      restart: fc.option(fc.constantFrom('2026-03-29T04:00:00+02:00', '2026-03-29T04:00:00+01:00')),
    }),
  },
  { weight: 1, arbitrary: step('stop', { server }) },
  { weight: 1, arbitrary: step('start', { server }) },
  { weight: 1, arbitrary: restart },
  {
    weight: 1,
    arbitrary: step('state', {
      server,
      state: fc.constantFrom(...RCON_STATE),
      error: fc.option(fc.constantFrom('socket-unreachable', 'authentication-failed')),
    }),
  },
  {
    weight: 1,
    arbitrary: step('configure', {
      server,
      identifier: fc.constantFrom('Alpha', 'alpha', 'Bravo', 'charlie 3'),
      restricted: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: step('deploy', {
      server,
      step: fc.constantFrom(...DEPLOYMENT_STEP),
      state: fc.constantFrom('running', 'done', 'failed'),
    }),
  },
  { weight: 2, arbitrary: step('metrics', { server, pings: fc.array(fc.nat({ max: 300 })) }) },
  { weight: 1, arbitrary: step('presence', { server, viewers: count }) },
  {
    weight: 1,
    arbitrary: step('permit', { server, permissions: fc.subarray([...SERVER_PERMISSION]) }),
  },
  { weight: 1, arbitrary: step('destroy', { server }) },
  {
    weight: 2,
    arbitrary: step('add', { identifier, slots: fc.option(count) }),
  },
  { weight: 2, arbitrary: step('pass', { milliseconds: fc.nat({ max: 120_000 }) }) },
];

/** What only a client does: snapshots, pages, intentions, its own connection. */
const ofClient = [
  {
    weight: 4,
    arbitrary: step('follow', { server, topic, limit: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: step('older', { server, table: fc.constantFrom('feed', 'console') }) },
  { weight: 1, arbitrary: step('release', { server, topic }) },
  { weight: 2, arbitrary: step('snapshot', { server }) },
  { weight: 1, arbitrary: lose },
  { weight: 1, arbitrary: step('list', {}) },
  { weight: 1, arbitrary: step('session', {}) },
  { weight: 1, arbitrary: step('history', { server, players: fc.array(fc.option(count)) }) },
  { weight: 1, arbitrary: step('begin', { server, id: count }) },
  { weight: 1, arbitrary: step('end', { id: count, failed: fc.boolean() }) },
  { weight: 1, arbitrary: step('forget', { id: count }) },
  { weight: 1, arbitrary: step('connection', { live: fc.boolean() }) },
  { weight: 1, arbitrary: step('reattach', { behind: count }) },
];

const anyStep = fc.oneof(...happenings, ...ofClient);

/** Steps of a world and of a client that watches it. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(anyStep, {
  maxLength: 80,
  size: 'max',
});

/** Steps of a world alone: every one is something that the host tells. */
export const hostSteps: fc.Arbitrary<readonly Step[]> = fc.array(fc.oneof(...happenings), {
  maxLength: 80,
  size: 'max',
}) as fc.Arbitrary<readonly Step[]>;

/** What a story can ask for, beside whatever else happens. */
const ASKED = {
  restart,
  'lost-frame': lose,
  reconnect: step('reattach', { behind: count }),
  'destroyed-server': step('destroy', { server }),
} as const;
export type Asked = keyof typeof ASKED;

/** Steps in which these happen in this order, with anything before, between and after. */
export function stepsWith(asked: readonly Asked[]): fc.Arbitrary<readonly Step[]> {
  const between = fc.array(anyStep, { maxLength: 20, size: 'max' });
  const parts = asked.flatMap((name) => [between, ASKED[name].map((one): Step[] => [one])]);
  return fc.tuple(...parts, between).map((all) => all.flat());
}
