import * as fc from 'fast-check';
import { SERVER_ACTION } from '../protocol/enumerations.ts';
import { destroy, happenings, LARGEST_SERVER, restart, server, step } from './happenings.ts';
import { playerNames, sizes } from './wire-values.ts';

/**
 * One thing that happens in a made-up world. `server` and `player` are picked among those that are
 * there at that moment, so that any list of steps makes sense and a shorter one still does.
 */
export type Step =
  | (typeof anyStep extends fc.Arbitrary<infer T> ? T : never)
  | (typeof keep extends fc.Arbitrary<infer T> ? T : never)
  | (typeof refuse extends fc.Arbitrary<infer T> ? T : never);

const count = fc.nat({ max: 12 });
const entryTable = fc.constantFrom('feed', 'console');
const topic = fc.constantFrom('feed', 'console', 'metrics', 'feed-personal');
const STREAMS = ['feed', 'console', 'metrics', 'feed-personal', 'presence', 'list'] as const;
const stream = fc.constantFrom(...STREAMS);
const streams = fc.subarray([...STREAMS]);
const question = fc.constantFrom('list', 'session', 'server', 'feed', 'console', 'feed-personal');
const intention = fc.nat({ max: 200 });
const moment = fc.nat({ max: 2_000_000_000_000 });

/** Somebody comes or goes, and the client never hears of it. */
const lose = step('lose', { server, name: playerNames, goes: fc.boolean() });
/** The streams end and begin again: with the socket, or because the host cannot go on with them. */
const reattach = step('reattach', {
  behind: count,
  by: fc.constantFrom('ack', 'ack', 'expired', 'overflow', 'rebuilt'),
});

const connection = fc.oneof(
  fc.record({
    kind: fc.constant('live' as const),
    since: moment,
    latency: fc.option(fc.double({ min: 0, max: 65_535, noNaN: true })),
  }),
  fc.record({
    kind: fc.constant('lost' as const),
    since: moment,
    attempt: count,
    retry_at: moment,
  }),
  fc.record({ kind: fc.constant('connecting' as const), attempt: count, deadline: moment }),
  fc.record({ kind: fc.constant('resuming' as const), since: moment }),
  fc.record({
    kind: fc.constant('signed-out' as const),
    reason: fc.constantFrom('none', 'expired', 'signed-out'),
  }),
  fc.record({ kind: fc.constant('refused' as const), status: fc.constantFrom(400, 403, 429) }),
  fc.record({ kind: fc.constant('starting' as const) }),
);

/** What only a client does: snapshots, pages, intentions, its own connection. */
const ofClient = (crowd: number) => [
  {
    weight: 4,
    arbitrary: step('follow', { server, topic, limit: fc.integer({ min: 1, max: 5 }) }),
  },
  // A page that leaves a hole before what was told, or none, and may say before which entry it was asked for.
  {
    weight: 3,
    arbitrary: step('older', {
      server,
      table: entryTable,
      hole: fc.integer({ min: -2, max: 3 }),
      count,
      said: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: step('oldest', { server, table: entryTable }) },
  { weight: 1, arbitrary: step('release', { server, stream }) },
  { weight: 1, arbitrary: step('withdraw', { server, streams }) },
  {
    weight: 1,
    arbitrary: step('give', { server, streams, resumed: fc.boolean() }),
  },
  { weight: 2, arbitrary: step('snapshot', { server }) },
  // An answer that is made now, and one that arrives of those that were.
  { weight: 2, arbitrary: step('ask', { server, question }) },
  { weight: 2, arbitrary: step('answer', { pick: fc.nat({ max: 1_000 }) }) },
  { weight: 1, arbitrary: step('repeat', { pick: fc.nat({ max: 1_000 }) }) },
  { weight: 1, arbitrary: lose },
  { weight: 1, arbitrary: step('list', {}) },
  { weight: 1, arbitrary: step('session', {}) },
  { weight: 1, arbitrary: step('stranger', { id: count }) },
  {
    weight: 1,
    arbitrary: step('history', {
      server,
      span: fc.constantFrom('1h', '24h', '7d', '90d'),
      players: fc.array(fc.option(sizes(65_535))),
    }),
  },
  {
    weight: 2,
    arbitrary: step('begin', {
      server,
      id: intention,
      action: fc.constantFrom(...Object.values(SERVER_ACTION)),
      player_name: fc.option(playerNames),
      text: fc.option(fc.string({ maxLength: 20 })),
    }),
  },
  { weight: 1, arbitrary: step('hurry', { server, count: sizes(crowd) }) },
  { weight: 2, arbitrary: step('end', { id: intention, failed: fc.boolean() }) },
  { weight: 1, arbitrary: step('forget', { id: intention }) },
  { weight: 2, arbitrary: step('connection', { connection }) },
  { weight: 1, arbitrary: step('empty', {}) },
  { weight: 1, arbitrary: reattach },
];

/** The disk takes what is shown, or does not. No recording tells of it. */
const keep = step('keep', { why: fc.option(fc.constantFrom('full', 'refused', 'failed')) });
/** What of the topics the host refuses. No recording tells of it either. */
const refuse = step('refuse', { server, streams });

/** Enough to be more than fit on a small server. */
const FEW = 20;
/** More than fit on the largest server. */
const MANY = LARGEST_SERVER + FEW;

const stepOf = (crowd: number) => fc.oneof(...happenings(crowd), ...ofClient(crowd));
const anyStep = stepOf(FEW);
const listOf = <T>(one: fc.Arbitrary<T>, maxLength = 80) =>
  fc.array(one, { maxLength, size: 'max' });

/** Steps of a world and of a client that watches it. */
export const steps: fc.Arbitrary<readonly Step[]> = listOf(anyStep);

const fullStep = (crowd: number) =>
  fc.oneof(
    { weight: 90, arbitrary: stepOf(crowd) },
    { weight: 1, arbitrary: fc.oneof(keep, refuse) },
  );

/** As `steps`, with what no recording tells of. */
export const fullSteps: fc.Arbitrary<readonly Step[]> = listOf(fullStep(FEW), 200);

/** As `fullSteps`, in which as many come at once as there ever are. */
export const crowdedSteps: fc.Arbitrary<readonly Step[]> = listOf(fullStep(MANY));

/** Steps of a world alone: every one is something that the host tells. */
export const hostSteps = listOf(fc.oneof(...happenings(FEW))) as fc.Arbitrary<readonly Step[]>;

/** What a story can ask for, beside whatever else happens. */
const ASKED = {
  restart,
  'lost-frame': lose,
  reconnect: reattach,
  'destroyed-server': destroy,
} as const;
export type Asked = keyof typeof ASKED;

/** Steps in which these happen in this order, with anything before, between and after. */
export function stepsWith(asked: readonly Asked[]): fc.Arbitrary<readonly Step[]> {
  const between = fc.array(anyStep, { maxLength: 20, size: 'max' });
  const parts = asked.flatMap((name) => [between, ASKED[name].map((one): Step[] => [one])]);
  return fc.tuple(...parts, between).map((all) => all.flat());
}
