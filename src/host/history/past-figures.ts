/** State, population and surroundings of a server at a moment and after it, as far as is kept. */
import { sql } from 'kysely';
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';
import { serverFeed, type FeedEntry } from '../../protocol/feed/fields.ts';
import { serverUpdate } from '../../protocol/servers/events.ts';
import { POPULATION_STEPS } from '../../protocol/servers/population.ts';
import type { Population, ServerSnapshot } from '../../protocol/servers/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { readRanges, type LoggedEvent } from '../realtime/read.ts';
import { readPoints, type PopulationPoint } from '../servers/population-history.ts';
import type { Trx } from '../store/database.ts';
import type { Lines } from './lines.ts';
import type { Told, Window } from './told.ts';
import { seqAt } from './seq-at.ts';

const DAY = 86_400_000;
/** So far back, in events, is looked for what the log told last. */
const LOOKED_BACK = 5_000;
/** So many changes of the state are looked through for the last one. */
const STATES = 20;

/** What the list's stream says of a server beside its players. */
const FIGURES = ['server:update', 'server:state', 'update:server'];

type State = ServerSnapshot['state'];

interface Figures {
  /** How it stood at first. */
  readonly stood: Omit<ServerSnapshot, 'players'>;
  readonly told: readonly Told[];
  readonly history: {
    readonly span: '24h';
    readonly step: number;
    readonly points: readonly PopulationPoint[];
  };
}

/** The log tells it to the second for a week; before that the feed has the states, and samples the population. */
export async function figuresAround(
  trx: Trx,
  { id, configuration, deployment }: ServerSnapshot,
  window: Window,
  {
    feed,
    now,
    wasHeard,
  }: {
    readonly feed: Lines;
    readonly now: number;
    /** Somebody is known to have been on: then it was connected, if nothing says otherwise. */
    readonly wasHeard: boolean;
  },
): Promise<Figures> {
  const stream = serverStream(id, 'list');
  const begins = await seqAt(trx, stream, window.from);
  const ends = await seqAt(trx, stream, window.until);
  const events = FIGURES as never;
  const back = { stream, after: begins - LOOKED_BACK, upTo: begins };
  const before = begins === 0 ? [] : await readRanges(trx, [back], { events });
  const logged =
    ends === 0 ? [] : await readRanges(trx, [{ stream, after: begins, upTo: ends }], { events });
  // The day before it is in the chart, too.
  const step = stepFor(now - window.from + DAY);
  const points = await readPoints(trx, id, step, window.from - DAY, window.until);
  const last = points.findLast(({ at }) => at <= window.from);
  const sampled = last !== undefined && window.from - last.at <= 2_000 * step ? last : undefined;
  const { population, environment } = updatesOf(before);
  return {
    stood: {
      id,
      position: 0,
      configuration,
      deployment,
      state:
        stateOf(before) ??
        (await readState(trx, window)) ??
        assumed(wasHeard || sampled !== undefined, window.from),
      population: population ?? populationOf(sampled, window.from),
      environment: environment ?? unknownEnvironment(window.from),
    },
    told:
      before.length + logged.length > 0
        ? logged.map(({ at, event, data }) => ({ at, event, data }))
        : [
            ...points.filter(({ at }) => at > window.from).map((point) => counted(id, point)),
            ...feed.within.flatMap((event) => stateTold(id, event)),
          ],
    history: { span: '24h', step, points },
  };
}

/** The seconds between the finest points that are kept for so long. */
function stepFor(age: number): number {
  const finest = POPULATION_STEPS.find(({ kept }) => age < kept * 1_000);
  return (finest ?? POPULATION_STEPS[2]).step;
}

function populationOf(point: PopulationPoint | undefined, at: number): Population {
  const { players = null, slots = null, queue = null } = point ?? {};
  return {
    players,
    slots,
    queue: queue === null ? null : { active: true, size: queue },
    source: players === null ? 'unknown' : 'polled',
    observed_at: point?.at ?? at,
  };
}

function counted(server_id: string, point: PopulationPoint): Told {
  const server = { population: populationOf(point, point.at) };
  return { at: point.at, event: 'server:update', data: { server_id, type: 'population', server } };
}

/** The newest figures of events. */
function updatesOf(events: readonly LoggedEvent[]) {
  const updates = events.flatMap(({ event, data }) => {
    const read = event === 'server:update' ? serverUpdate.safeParse(data).data : undefined;
    return read === undefined ? [] : [read.server];
  });
  return {
    population: updates.findLast(({ population }) => population !== undefined)?.population,
    environment: updates.findLast(({ environment }) => environment !== undefined)?.environment,
  };
}

function stateOf(events: readonly LoggedEvent[]): State | undefined {
  const last = events.findLast(({ event }) => event === 'server:state');
  return (last?.data as { readonly state: State } | undefined)?.state;
}

/** The state as the feed told it last. */
async function readState(trx: Trx, { id, from }: Window): Promise<State | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from feed_texts where server_id = ${id} and kind = 'state' and at <= ${from}
    order by at desc, seq desc limit ${STATES}
  `.execute(trx);
  const stream = serverStream(id, 'feed');
  const ranges = rows.map(({ seq }) => ({ stream, after: seq - 1, upTo: seq }));
  const told = (await readRanges(trx, ranges)).flatMap((event) => stateTold(id, event));
  return told.at(-1)?.data.state;
}

/** What is taken for the state where nothing tells it. */
function assumed(isHeard: boolean, since: number): State {
  const state = isHeard ? 'CONNECTED' : 'DISCONNECTED';
  return { state, offline: false, ready: isHeard, error: null, since };
}

/** A change of the state, as the list's stream would have told it. */
function stateTold(id: string, { at, data }: LoggedEvent) {
  const read = serverFeed.safeParse(data).data?.entry as FeedEntry | undefined;
  if (read?.kind !== 'state') return [];
  const { state, offline, error } = read;
  const after: State = { state, offline, ready: state === 'CONNECTED', error, since: at };
  return [{ at, event: 'server:state', data: { server: { id }, state: after } }];
}
