/** Finds the newest rows of a table that is searched, by whichever index has the least to look at. */
import { sql, type RawBuilder } from 'kysely';
import { isShort, soughtGrams } from '../../domain/resources/keys.ts';
import type { Trx } from '../store/database.ts';
import { sharesOf } from '../store/gram-shares.ts';
import { gramsToAsk, shareOf } from './grams.ts';

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
  /** Each is read from its newest row on by an index; together they are all there is, unless it is spread. */
  readonly branches: readonly RawBuilder<unknown>[];
  /** Where there are more parts than can be planned one by one. */
  readonly spread?: Spread;
  /** The same in one; where there are few, those alone. */
  readonly all: RawBuilder<unknown>;
  /** They are those about one person, who has few. */
  readonly isFew: boolean;
  /** They are those of few servers, and the index of words knows which. */
  readonly isNarrow: boolean;
  /** About how many the table has, where the index is asked at once for words that few of them hold. */
  readonly rows?: number;
  /** Folded; each has to be in the row's text. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** Rows that are spread over many parts: a time of them is read, a probe of an index for each part. */
export interface Spread {
  /** What is looked for lies between these moments. */
  readonly from: number;
  readonly until: number;
  /** Of each part, at most so many of its newest rows since a moment. */
  readonly rows: (since: number, most: number) => RawBuilder<unknown>;
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
/** So many are sooner fetched by what the index finds than come upon among the newest. */
const RARE = 15_000;

/** How far back one looks first where rows are spread, and how much further at a time. Milliseconds. */
const FIRST_BACK = 300_000;
const FURTHER = { least: 2, most: 64, ample: 1.5 };

const NEWEST = sql`order by at desc, place desc`;
const COLUMNS = sql`server_id, at, place, kind`;

/** The newest rows that are asked for. */
export async function newest(
  trx: Trx,
  searched: Searched,
  { looked, lookedOn } = searched.isNarrow ? NARROW_REACH : REACH,
): Promise<readonly Placed[]> {
  const { table, branches, spread, isFew, words, limit, rows: ofTable } = searched;
  if (branches.length === 0 && spread === undefined) return [];
  if (isFew) return byIndex(trx, searched, sql`true`);
  if (words.length === 0) {
    const { rows } = await sql<Placed>`
      select ${COLUMNS} from (${await newestRows(trx, searched, limit)}) as r ${NEWEST} limit ${limit}
    `.execute(trx);
    return rows;
  }
  const shares = await sharesOf(trx, table, words);
  const held = sql`grams @> ${gramsToAsk(words, shares)}::text[]`;
  if (ofTable !== undefined && shareOf(words, shares) * ofTable <= RARE) {
    return byIndex(trx, searched, held);
  }
  const near = await newestRows(trx, searched, looked + 1);
  const rows = await lookThrough(trx, searched, near, looked);
  if (rows.length >= limit) return rows;
  const beyond = await firstBeyond(trx, near, looked);
  if (beyond === null) return rows;
  if (rows.length * lookedOn >= SURELY * limit * looked) {
    const further = rowsBeyond(searched, beyond, lookedOn, lookedOn / looked);
    const more = await lookThrough(trx, searched, further, lookedOn);
    if (more.length >= limit) return more;
  }
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
  { words, limit }: Searched,
  all: RawBuilder<unknown>,
  looked: number,
): Promise<readonly Placed[]> {
  const { rows } = await sql<Placed>`
    select ${COLUMNS} from (
      select * from (${all}) as r ${NEWEST} limit ${looked}
    ) as looked
    where ${holdsAll(words)} ${NEWEST} limit ${limit}
  `.execute(trx);
  return rows;
}

/** When the first row was that is beyond those that were looked at; null: they were all there are. */
async function firstBeyond(
  trx: Trx,
  all: RawBuilder<unknown>,
  looked: number,
): Promise<number | null> {
  const { rows } = await sql<{ at: number }>`
    select at from (${all}) as r ${NEWEST} offset ${looked} limit 1
  `.execute(trx);
  return rows[0]?.at ?? null;
}

/** All that an index finds, to be sorted then. */
async function byIndex(
  trx: Trx,
  { all, words, limit }: Searched,
  found: RawBuilder<unknown>,
): Promise<readonly Placed[]> {
  // With less, what indexes find is kept by pages only, and each row of these is looked at.
  await sql`set local work_mem = '32MB'`.execute(trx);
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

/** The newest rows of all parts, with so many of them at least, or all there are. */
async function newestRows(
  trx: Trx,
  { branches, spread }: Searched,
  most: number,
): Promise<RawBuilder<unknown>> {
  if (spread === undefined) return newestOf(branches, most);
  return spread.rows(await sinceEnough(trx, spread, most), most);
}

/** The newest rows of so many times the time that the first ones are of: about so many, where they are spread. */
function rowsBeyond(
  { branches, spread }: Searched,
  backTo: number,
  most: number,
  times: number,
): RawBuilder<unknown> {
  if (spread === undefined) return newestOf(branches, most);
  const { from, until, rows } = spread;
  return rows(Math.max(from, Math.floor(until - (until - backTo) * times)), most);
}

/** A moment since which there are so many rows, or all. */
async function sinceEnough(
  trx: Trx,
  { from, until, rows: since }: Spread,
  wanted: number,
): Promise<number> {
  for (let back = FIRST_BACK; ;) {
    const begin = Math.max(from, Math.floor(until - back));
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select from (${since(begin, wanted)}) as r limit ${wanted}) as r
    `.execute(trx);
    const count = rows[0]?.count ?? 0;
    if (count >= wanted || begin === from) return begin;
    const further = (FURTHER.ample * wanted) / Math.max(1, count);
    back *= Math.min(FURTHER.most, Math.max(FURTHER.least, further));
  }
}

/** Each branch says its order, so that they are merged as they are read, and none is read further than it must. */
export function newestOf(
  branches: readonly RawBuilder<unknown>[],
  most: number,
): RawBuilder<unknown> {
  const each = branches.map((one) => sql`(select * from (${one}) as b ${NEWEST} limit ${most})`);
  return sql.join(each, sql` union all `);
}
