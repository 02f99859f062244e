/** Finds the newest rows of a table that is searched, by whichever index has the least to look at. */
import { sql, type RawBuilder } from 'kysely';
import { isShort, soughtGrams } from '../../domain/resources/keys.ts';
import type { Trx } from '../store/database.ts';
import { sharesOf } from '../store/gram-shares.ts';
import { gramsToAsk } from './grams.ts';

/** Where a row stands among all: when it was, and which of those of one moment and stream it is. */
export interface Placed {
  readonly server_id: string;
  readonly at: number;
  readonly place: number | string;
  readonly kind: string;
}

/** What is looked at of a table: `at`, `place`, `server_id`, `kind`, `folded` and `grams` are its columns. */
export interface Searched {
  readonly table: 'feed_texts' | 'paged_audit' | 'player_names';
  /** Each is read from its newest row on by an index; together they are all there is. */
  readonly branches: readonly RawBuilder<unknown>[];
  /** The same in one; where there are few, those alone. */
  readonly all: RawBuilder<unknown>;
  /** They are those about one person, who has few. */
  readonly isFew: boolean;
  /** They are those of few servers, and the index of words knows which. */
  readonly isNarrow: boolean;
  /** Folded; each has to be in the row's text. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** How far one looks before the index of words is asked. */
export interface Reach {
  /** So many of the newest rows are looked through for words at first. */
  readonly looked: number;
  /** And so many where enough are to be expected among these. */
  readonly lookedOn: number;
}

const REACH: Reach = { looked: 10_000, lookedOn: 60_000 };
const NARROW_REACH: Reach = { looked: 2_000, lookedOn: 10_000 };
/** So many times of what is wanted has to be expected. */
const SURELY = 1.2;
/** Of what the index is asked for first, so many times of what is wanted is expected. */
const AMPLE = 4;
/** Fewer that were found say nothing of how often they come. */
const TELLING = 16;

const NEWEST = sql`order by at desc, place desc`;
const COLUMNS = sql`server_id, at, place, kind`;

/** The newest rows that are asked for. */
export async function newest(
  trx: Trx,
  searched: Searched,
  { looked, lookedOn } = searched.isNarrow ? NARROW_REACH : REACH,
): Promise<readonly Placed[]> {
  const { table, branches, isFew, words, limit } = searched;
  if (branches.length === 0) return [];
  if (isFew) return byIndex(trx, searched, sql`true`);
  if (words.length === 0) {
    const { rows } = await sql<Placed>`
      select ${COLUMNS} from (${union(branches, limit)}) as r ${NEWEST} limit ${limit}
    `.execute(trx);
    return rows;
  }
  const rows = await lookThrough(trx, searched, looked);
  if (rows.length >= limit) return rows;
  const beyond = await firstBeyond(trx, searched, looked);
  if (beyond === null) return rows;
  if (rows.length * lookedOn >= SURELY * limit * looked) {
    const more = await lookThrough(trx, searched, lookedOn);
    if (more.length >= limit) return more;
  }
  const grams = gramsToAsk(words, await sharesOf(trx, table, words));
  // With less, what indexes find is kept by pages only, and each row of these is looked at.
  await sql`set local work_mem = '32MB'`.execute(trx);
  const held = sql`grams @> ${grams}::text[]`;
  const since = sinceWhen(rows, beyond, limit);
  if (since === null) return byIndex(trx, searched, held);
  const late = await byIndex(trx, searched, sql`${held} and at >= ${since}`);
  if (late.length >= limit) return late;
  const rest = { ...searched, limit: limit - late.length };
  return [...late, ...(await byIndex(trx, rest, sql`${held} and at < ${since}`))];
}

/** From when on there is enough, as often as it was found back to a moment; null: that is not known. */
function sinceWhen(found: readonly Placed[], backTo: number, limit: number): number | null {
  const [last] = found;
  if (last === undefined || found.length < TELLING) return null;
  return Math.floor(last.at - ((last.at - backTo) * AMPLE * limit) / found.length);
}

/** Of the newest rows, those that hold the words; none is looked at once there are enough. */
async function lookThrough(
  trx: Trx,
  { branches, words, limit }: Searched,
  looked: number,
): Promise<readonly Placed[]> {
  const { rows } = await sql<Placed>`
    select ${COLUMNS} from (
      select * from (${union(branches, looked)}) as r ${NEWEST} limit ${looked}
    ) as looked
    where ${holdsAll(words)} ${NEWEST} limit ${limit}
  `.execute(trx);
  return rows;
}

/** When the first row was that is beyond those that were looked at; null: they were all there are. */
async function firstBeyond(
  trx: Trx,
  { branches }: Searched,
  looked: number,
): Promise<number | null> {
  const { rows } = await sql<{ at: number }>`
    select at from (${union(branches, looked + 1)}) as r ${NEWEST} offset ${looked} limit 1
  `.execute(trx);
  return rows[0]?.at ?? null;
}

/** All that an index finds, to be sorted then. */
async function byIndex(
  trx: Trx,
  { all, words, limit }: Searched,
  found: RawBuilder<unknown>,
): Promise<readonly Placed[]> {
  const { rows } = await sql<Placed>`
    with found as materialized (
      select ${COLUMNS} from (${all}) as r where ${found} and ${holdsAll(words)}
    )
    select ${COLUMNS} from found ${NEWEST} limit ${limit}
  `.execute(trx);
  return rows;
}

function holdsAll(words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  const each = words.map((word) =>
    isShort(word) ? sql`grams @> ${soughtGrams(word)}::text[]` : sql`strpos(folded, ${word}) > 0`,
  );
  return sql`(${sql.join(each, sql` and `)})`;
}

/** Each branch says its order, so that they are merged as they are read, and none is read further than it must. */
function union(branches: readonly RawBuilder<unknown>[], most: number): RawBuilder<unknown> {
  const each = branches.map((one) => sql`(select * from (${one}) as b ${NEWEST} limit ${most})`);
  return sql.join(each, sql` union all `);
}
