import { sql } from 'kysely';
import { TALLY, type Tally } from '../../domain/statistics/effects.ts';
import type { Game } from '../../protocol/enumerations.ts';
import { factsOf } from '../../protocol/games/games.ts';
import { WEAPONS_SHOWN, ZONES_SHOWN } from '../../protocol/statistics/calls.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { readsStays, seenPerson, serversWhere } from '../players/seen-person.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { readSinceOf } from './stays.ts';

type Statistics = Answer<'personStatistics'>;

/** Whose they are: a person's ids, on these servers. */
interface Of {
  readonly ids: readonly string[];
  readonly servers: readonly string[];
}

/** `GET persons/:muster_id/statistics`: added up over servers, under every id. */
export const personStatistics: Handler<'personStatistics'> = async (
  { params, query },
  { account, db },
) =>
  atOneMoment(db, async (trx) => {
    const { ids, servers: seen } = await seenPerson(trx, account.id, params.muster_id);
    const readable = serversWhere(seen, readsStays);
    const servers = readable.filter((id) => query.server === undefined || id === query.server);
    const of = { ids, servers };
    return {
      ...(await readSinceOf(trx, servers)),
      told: await toldBy(trx, servers),
      ...(await talliesOf(trx, of)),
      weapons: await weaponsOf(trx, of),
      zones: await zonesOf(trx, of),
    };
  });

/** Rust says deaths by its remote control; DayZ writes them into a log, with hits, which somebody must let Muster read. */
async function toldBy(trx: Trx, servers: readonly string[]): Promise<Statistics['told']> {
  const { rows } = await sql<{ game: Game; logs: boolean }>`
    select game, log_folder is not null or exists (
      select from game_log_lines l where l.server_id = v.id
    ) as logs
    from servers v where v.id = any(${servers}::bpchar[])
  `.execute(trx);
  const logged = rows.some(({ game, logs }) => logs && factsOf(game).logs.includes('dayz-adm'));
  if (logged) return ['deaths', 'hits'];
  return rows.some(({ game }) => factsOf(game).control === 'webrcon') ? ['deaths'] : [];
}

async function talliesOf(trx: Trx, { ids, servers }: Of): Promise<Record<Tally, number>> {
  const sums = TALLY.map((name) => {
    const column = sql.ref(name);
    return sql`coalesce(sum(${column}), 0)::float8 as ${column}`;
  });
  const { rows } = await sql<Record<Tally, number>>`
    select ${sql.join(sums)} from statistic_totals
    where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
  `.execute(trx);
  return rows[0] as Record<Tally, number>;
}

async function weaponsOf(trx: Trx, { ids, servers }: Of): Promise<Statistics['weapons']> {
  const { rows } = await sql<Statistics['weapons'][number]>`
    select weapon, sum(kills)::float8 as kills, sum(hits)::float8 as hits,
      max(longest_kill) as longest_kill, max(longest_hit) as longest_hit
    from statistic_weapons
    where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
    group by weapon order by 2 desc, 3 desc, weapon limit ${WEAPONS_SHOWN}
  `.execute(trx);
  return rows;
}

async function zonesOf(trx: Trx, { ids, servers }: Of): Promise<Statistics['zones']> {
  const { rows } = await sql<Statistics['zones'][number]>`
    select zone, sum(given)::float8 as given, sum(taken)::float8 as taken from statistic_zones
    where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
    group by zone order by sum(given + taken) desc, zone limit ${ZONES_SHOWN}
  `.execute(trx);
  return rows;
}
