/** The names by which players are found: one for each way of writing it, on each server where it was seen. */
import { sql } from 'kysely';
import { nameKey } from '../../domain/players/name-key.ts';
import { gramsOf } from '../../domain/resources/keys.ts';
import { holdPersons } from '../identity/persons.ts';
import type { Reactor, Told } from '../reactors/reactor.ts';
import type { Database, Trx } from '../store/database.ts';
import type { PlayerNameRow } from '../store/tables/servers.ts';

/** Of a longer name the beginning is kept. */
const NAME_MAX = 200;
/** A name that is seen again is written again where it was not seen for so long. Milliseconds. */
const SEEN_AGAIN = 3_600_000;
/** The names of so many players are filled in at once. */
const BATCH = 500;
/** So often in one go: other work waits for it. */
const BATCHES = 20;

interface SeenName {
  readonly muster_id: string;
  readonly server_id: string;
  readonly name: string;
  readonly at: number;
}

/** Keeps the name of whoever comes to a server, or turns out to be somebody. */
export const namesReactor: Reactor<string> = {
  name: 'player-names',
  streams: ['list'],
  events: ['gsm:player:create'],
  personal: false,
  decide: (told: Told) => {
    if (told.kind === 'missed' || told.event !== 'gsm:player:create') return [];
    return [told.data.player.id];
  },
  apply: keepNames,
};

/** Keeps what players of these stays are called; of who was erased there is nothing. */
async function keepNames(trx: Trx, sessions: readonly string[]): Promise<void> {
  // Whoever erases somebody in the meantime waits for what is written here, and takes it too.
  await holdPersons(trx);
  const { rows } = await sql<SeenName>`
    select muster_id, server_id, name, joined_at as at from play_sessions
    where id = any(${[...new Set(sessions)]}::bpchar[]) and muster_id is not null and name <> ''
  `.execute(trx);
  await writeNames(trx, rows);
}

/**
 * Fills in names of stays from before they were kept; goes on where another host ended. Answers whether there may be more to do
 * now.
 */
export async function fillNames(db: Database): Promise<boolean> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (!(await fillBatch(db))) return false;
  }
  return true;
}

function fillBatch(db: Database): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdPersons(trx);
    const { rows: due } = await sql<{ after: string }>`
      select after from player_names_fill for update skip locked
    `.execute(trx);
    const [fill] = due;
    if (fill === undefined) return false;
    const players = await trx
      .selectFrom('players')
      .select('muster_id')
      .where('muster_id', '>', fill.after)
      .orderBy('muster_id')
      .limit(BATCH)
      .execute();
    const last = players.at(-1);
    if (last === undefined) {
      await trx.deleteFrom('player_names_fill').execute();
      return false;
    }
    const { rows } = await sql<SeenName>`
      select muster_id, server_id, name, max(joined_at) as at from play_sessions
      where muster_id = any(${players.map(({ muster_id }) => muster_id)}::bpchar[]) and name <> ''
      group by muster_id, server_id, name
    `.execute(trx);
    await writeNames(trx, rows);
    await trx.updateTable('player_names_fill').set({ after: last.muster_id }).execute();
    return true;
  });
}

async function writeNames(trx: Trx, seen: readonly SeenName[]): Promise<void> {
  const rows = new Map<string, PlayerNameRow>();
  for (const { muster_id, server_id, name, at } of seen) {
    const folded = nameKey(name);
    const key = `${muster_id} ${server_id} ${folded}`;
    if (folded === '' || (rows.get(key)?.at ?? -1) >= at) continue;
    const grams = [...gramsOf(folded)];
    rows.set(key, { muster_id, server_id, folded, name: beginningOf(name), at, grams });
  }
  if (rows.size === 0) return;
  // In one order for everybody, so that nobody waits in a circle.
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await sql`
    insert into player_names as n
    select * from json_populate_recordset(null::player_names, ${JSON.stringify(sorted)}::json)
    on conflict (muster_id, server_id, folded) do update set name = excluded.name, at = excluded.at
    where excluded.at >= n.at + ${SEEN_AGAIN} or (excluded.at > n.at and excluded.name <> n.name)
  `.execute(trx);
}

/** So many characters of it, as the database counts them. */
function beginningOf(name: string): string {
  return Array.from(name).slice(0, NAME_MAX).join('');
}

/** Forgets names from before a moment that no stay has any more. */
export async function pruneNames(db: Database, before: number): Promise<void> {
  for (let taken = BATCH; taken === BATCH;) {
    const { rows } = await sql`
      delete from player_names where (muster_id, server_id, folded) in (
        select muster_id, server_id, folded from player_names n
        where at < ${before} and not exists (
          select from play_sessions p
          where p.muster_id = n.muster_id and p.server_id = n.server_id
            and left(p.name, ${NAME_MAX}) = n.name
        )
        limit ${BATCH} for update skip locked
      )
      returning 1
    `.execute(db);
    taken = rows.length;
  }
}
