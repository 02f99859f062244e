/** Finds the newest rows of a table that is searched, by whichever index has the least to look at. */
import { sql, type RawBuilder } from 'kysely';
import { isShort, soughtGrams } from '../../domain/resources/keys.ts';
import type { Trx } from '../store/database.ts';

/** Where a row stands among all: when it was, and which of those of one moment and stream it is. */
export interface Placed {
  readonly server_id: string;
  readonly at: number;
  readonly place: number | string;
  readonly kind: string;
}

/** What is looked at of a table: `at`, `place`, `server_id`, `kind`, `folded` and `grams` are its columns. */
export interface Searched {
  /** Each is read from its newest row on by an index; together they are all there is. */
  readonly branches: readonly RawBuilder<unknown>[];
  /** The same in one; where there are few, those alone. */
  readonly all: RawBuilder<unknown>;
  /** They are those about one person, who has few. */
  readonly isFew: boolean;
  /** Folded; each has to be in the row's text. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** So many of the newest rows are looked through for words at first. */
const LOOKED = 10_000;
/** Where they are found often among these, so many more are looked through before the index of words is asked. */
const LOOKED_ON = 60_000;
const OFTEN = 0.003;

const NEWEST = sql`order by at desc, place desc`;
const COLUMNS = sql`server_id, at, place, kind`;

/** The newest rows that are asked for. */
export async function newest(trx: Trx, searched: Searched): Promise<readonly Placed[]> {
  const { branches, isFew, words, limit } = searched;
  if (branches.length === 0) return [];
  if (isFew) return byIndex(trx, searched, sql`true`);
  if (words.length === 0) {
    const { rows } = await sql<Placed>`
      select ${COLUMNS} from (${union(branches, limit)}) as r ${NEWEST} limit ${limit}
    `.execute(trx);
    return rows;
  }
  for (const looked of [LOOKED, LOOKED_ON]) {
    const rows = await lookThrough(trx, searched, looked);
    if (rows.length >= limit || (await isAll(trx, searched, looked))) return rows;
    if (rows.length < OFTEN * looked) break;
  }
  return byIndex(trx, searched, sql`grams @> ${[...new Set(words.flatMap(soughtGrams))]}::text[]`);
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

/** Whether there are no more rows than were looked at. */
async function isAll(trx: Trx, { branches }: Searched, looked: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (${union(branches, looked + 1)}) as r ${NEWEST} offset ${looked} limit 1
  `.execute(trx);
  return rows.length === 0;
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
