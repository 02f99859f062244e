/** Who is found by a name, as people type it: whole names first, then the names that hold it, seen last first. */
import { sql, type RawBuilder } from 'kysely';
import { holds } from '../../domain/resources/keys.ts';
import { newest, type Searched } from '../history/newest.ts';
import { personsOf } from '../identity/persons.ts';
import { aboutHowMany } from '../store/gram-shares.ts';
import type { Trx } from '../store/database.ts';

/** On more servers, one index of all is read, and not one part for each. */
const BRANCHES = 40;
const AT = sql`at`;
/** As the index of all servers has it: by that of one, PostgreSQL would read all servers to find its newest rows. */
const AT_OF_ALL = sql`(at + 0)`;
/** So many more names are read than people are wanted: one may have several, on several servers. */
const SPARE = 3;
/** A page that finds nobody new for so long ends with a place to go on from. */
const ROUNDS = 8;

export interface NamedPerson {
  readonly person: string;
  readonly by: 'name';
  /** The name by which they are found. */
  readonly value: string;
}

export interface AskedName {
  readonly words: readonly string[];
  readonly key: string;
  /** Names that hold it are not looked for. */
  readonly onlyWhole: boolean;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Where a name stands among those that are found. */
interface Place {
  /** 0: it is what was typed; 1: it holds that. */
  readonly rank: number;
  readonly at: number;
  readonly muster_id: string;
}

interface NameRow extends Place {
  readonly name: string;
}

/** The next people on these servers, each once, by the best of their names. `next`: where the others begin. */
export async function findByName(
  trx: Trx,
  servers: readonly string[],
  { words, key, onlyWhole, after, limit }: AskedName,
): Promise<{ readonly found: readonly NamedPerson[]; readonly next: string | null }> {
  if (words.length === 0 || servers.length === 0) return { found: [], next: null };
  const found: NamedPerson[] = [];
  let place = after === undefined ? null : readPlace(after);
  for (let round = 0; round < ROUNDS; round++) {
    const most = SPARE * (limit + 1);
    const rows = await namesBehind(trx, servers, { words, key, onlyWhole, place, limit: most });
    for (const { at, ...one } of await bestOf(trx, servers, { rows, words, key })) {
      if (found.length === limit) return { found, next: place === null ? null : written(place) };
      found.push(one);
      place = at;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < most) return { found, next: null };
    place = last;
  }
  return { found, next: place === null ? null : written(place) };
}

type Behind = Omit<AskedName, 'after'> & { readonly place: Place | null };

/** The names behind a place: those that are whole, and then the others. */
async function namesBehind(
  trx: Trx,
  servers: readonly string[],
  { words, key, onlyWhole, place, limit }: Behind,
): Promise<readonly NameRow[]> {
  const whole: NameRow[] = [];
  if (place === null || place.rank === 0) {
    const { rows } = await sql<Omit<NameRow, 'rank'>>`
      select at, muster_id, name from player_names
      where folded = ${key} and server_id = any(${servers}::bpchar[]) ${behind(place)}
      order by at desc, muster_id desc limit ${limit}
    `.execute(trx);
    whole.push(...rows.map((row) => ({ ...row, rank: 0 })));
    if (whole.length === limit) return whole;
  }
  if (onlyWhole) return whole;
  const past = place?.rank === 1 ? place : null;
  const rows = (at: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select server_id, ${at} as at, muster_id as place, 'name'::text as kind, folded, grams
    from player_names where ${where} and folded <> ${key} ${behind(past, at)}
  `;
  const all = rows(AT_OF_ALL, sql`server_id = any(${servers}::bpchar[])`);
  const isNarrow = servers.length <= BRANCHES;
  const searched: Searched = {
    table: 'player_names',
    branches: isNarrow ? servers.map((id) => rows(AT, sql`server_id = ${id}`)) : [all],
    all,
    isFew: false,
    isNarrow,
    words,
    rows: await aboutHowMany(trx, 'player_names'),
    limit: limit - whole.length,
  };
  const placed = await newest(trx, searched);
  const held = placed.map(({ at, place: id }) => ({
    rank: 1,
    at,
    muster_id: String(id),
    name: '',
  }));
  return [...whole, ...held];
}

function behind(place: Place | null, at = AT): RawBuilder<unknown> {
  return place === null ? sql`` : sql`and (${at}, muster_id) < (${place.at}, ${place.muster_id})`;
}

/** Of these names, those that are the best of their person's: others have stood, or will stand, by another name. */
async function bestOf(
  trx: Trx,
  servers: readonly string[],
  { rows, words, key }: { rows: readonly NameRow[]; words: readonly string[]; key: string },
): Promise<readonly (NamedPerson & { readonly at: Place })[]> {
  const who = await personsOf(
    trx,
    rows.map(({ muster_id }) => muster_id),
  );
  const persons = [...new Set(rows.map(({ muster_id }) => who(muster_id)))];
  const { rows: names } = await sql<Omit<NameRow, 'rank'> & { person: string; folded: string }>`
    with ids as (
      select id, person from persons where person = any(${persons}::bpchar[])
      union select id, id from unnest(${persons}::bpchar[]) as u(id)
    )
    select ids.person, n.muster_id, n.at, n.name, n.folded from ids cross join lateral (
      select * from player_names
      where muster_id = ids.id and server_id = any(${servers}::bpchar[])
      -- Joined at once, PostgreSQL would read the names of everybody.
      offset 0
    ) as n
  `.execute(trx);
  const best = new Map<string, NameRow>();
  for (const { person, folded, ...row } of names) {
    if (!words.every((word) => holds(folded, word))) continue;
    const name = { ...row, rank: folded === key ? 0 : 1 };
    const before = best.get(person);
    if (before === undefined || inOrder(name, before) < 0) best.set(person, name);
  }
  const told = new Set<string>();
  return rows.flatMap((row) => {
    const person = who(row.muster_id);
    const name = best.get(person);
    if (name === undefined || told.has(person) || inOrder(name, row) !== 0) return [];
    told.add(person);
    return [{ person, by: 'name' as const, value: name.name, at: row }];
  });
}

function inOrder(a: Place, b: Place): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.at !== b.at) return b.at - a.at;
  return a.muster_id === b.muster_id ? 0 : a.muster_id < b.muster_id ? 1 : -1;
}

function written({ rank, at, muster_id }: Place): string {
  return `${rank}.${at}.${muster_id}`;
}

function readPlace(text: string): Place {
  const [rank, at, muster_id = ''] = text.split('.');
  return { rank: Number(rank), at: Number(at), muster_id };
}
