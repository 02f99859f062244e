import { sql } from 'kysely';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import { figure, LIMITS } from '../connectors/limits.ts';
import type { Database } from '../store/database.ts';
import { recordPopulation } from './population-history.ts';

/** A figure that was observed so long ago says nothing of this minute, unless its source is live. */
const TOO_OLD = 180_000;

/** Writes the population of every server into its history. A server that is not known now has no point. */
export async function samplePopulation(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{
    id: string;
    population: ServerSnapshot['population'];
    state: ServerSnapshot['state'];
  }>`
    select id, population, state from servers where lease_host is not null
  `.execute(db);
  const samples = rows
    .filter(({ population, state }) => isCurrent(population, state, now))
    .map(({ id, population: { players, slots, queue } }) => ({
      serverId: id,
      players: figure(players, LIMITS.count),
      slots: figure(slots, LIMITS.count),
      queue: figure(queue?.size, LIMITS.count),
    }));
  await recordPopulation(db, now, samples);
}

function isCurrent(
  population: ServerSnapshot['population'],
  state: ServerSnapshot['state'],
  now: number,
): boolean {
  if (population.source === 'unknown') return false;
  if (population.source === 'live') return state.state === 'CONNECTED';
  return now - population.observed_at < TOO_OLD;
}
