import { sql } from 'kysely';
import {
  POPULATION_STEPS,
  populationWindow,
  type PopulationBefore,
  type PopulationSpan,
} from '../../protocol/servers/population.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Answer, Handler } from '../calls/handler.ts';

/** One observation of a server; null is unknown. */
export interface PopulationSample {
  readonly serverId: string;
  readonly players: number | null;
  readonly slots: number | null;
  readonly queue: number | null;
}

export interface PopulationPoint {
  readonly at: number;
  readonly players: number | null;
  readonly slots: number | null;
  readonly queue: number | null;
}

/**
 * Writes what is true at a moment into every resolution. A step keeps the highest figures that were seen
 * in it, so nothing is rolled up later and a crash loses at most the last minute.
 */
export async function recordPopulation(
  db: Database,
  at: number,
  samples: readonly PopulationSample[],
): Promise<void> {
  if (samples.length === 0) return;
  const steps = POPULATION_STEPS.map(({ step }) => step);
  await sql`
    insert into population_samples (server_id, step, at, players, slots, queue)
    select s.server_id, step, ${at}::bigint - ${at}::bigint % (step * 1000), players, slots, queue
    from unnest(
      ${samples.map((sample) => sample.serverId)}::text[],
      ${samples.map((sample) => sample.players)}::int[],
      ${samples.map((sample) => sample.slots)}::int[],
      ${samples.map((sample) => sample.queue)}::int[]
    ) as s(server_id, players, slots, queue)
    cross join unnest(${steps}::int[]) as step
    on conflict (server_id, step, at) do update set
      players = greatest(population_samples.players, excluded.players),
      slots = coalesce(excluded.slots, population_samples.slots),
      queue = greatest(population_samples.queue, excluded.queue)
  `.execute(db);
}

/** Writes what is known of one server's past into every resolution; what is there already stays. */
export async function recordPast(
  db: Database,
  serverId: string,
  points: readonly PopulationPoint[],
  now: number,
): Promise<void> {
  await sql`
    insert into population_samples (server_id, step, at, players, slots, queue)
    select ${serverId}, step, p.at - p.at % (step * 1000) as floored,
      max(players), max(slots), max(queue)
    from unnest(
      ${points.map((point) => point.at)}::bigint[], ${points.map((point) => point.players)}::int[],
      ${points.map((point) => point.slots)}::int[], ${points.map((point) => point.queue)}::int[]
    ) as p(at, players, slots, queue)
    cross join unnest(
      ${POPULATION_STEPS.map(({ step }) => step)}::int[],
      ${POPULATION_STEPS.map(({ kept }) => kept)}::bigint[]
    ) as resolution(step, kept)
    where p.at > ${now}::bigint - kept * 1000
    group by step, floored
    on conflict (server_id, step, at) do nothing
  `.execute(db);
}

/** What a chart is asked for. */
export interface AskedPopulation {
  readonly span: PopulationSpan;
  readonly before?: PopulationBefore | undefined;
}

/** The points of a server between two moments, the later one included; oldest first. */
export function readPoints(
  db: Database | Trx,
  serverId: string,
  step: number,
  from: number,
  to: number,
): Promise<PopulationPoint[]> {
  return db
    .selectFrom('population_samples')
    .select(['at', 'players', 'slots', 'queue'])
    .where('server_id', '=', serverId)
    .where('step', '=', step)
    .where('at', '>', from)
    .where('at', '<=', to)
    .orderBy('at')
    .execute();
}

/** The points of a span, oldest first. Steps without an observation are absent. */
export async function readPopulation(
  db: Database,
  serverId: string,
  { span, before }: AskedPopulation,
  now: number,
): Promise<Answer<'serverPopulation'>> {
  const { step, from, to } = populationWindow(span, before, now);
  const points = await readPoints(db, serverId, step, from, to);
  return { span, ...(before === undefined ? {} : { before }), step, points };
}

/** Forgets points that are older than those of their step are kept. */
export async function prunePopulation(db: Database, now: number): Promise<void> {
  for (const { kept, step } of POPULATION_STEPS) {
    await db
      .deleteFrom('population_samples')
      .where('step', '=', step)
      .where('at', '<=', now - kept * 1_000)
      .execute();
  }
}

/** `GET server/:id/population`: the chart of one span. */
export const serverPopulation: Handler<'serverPopulation'> = async (
  { params, query },
  { db, now },
) => readPopulation(db, params.server_id, query, now);
