/** Has rows of before found by the keys of the names in them, a part at a time. */
import { sql } from 'kysely';
import { keptText } from '../../../domain/resources/kept-text.ts';
import { gramsOf } from '../../../domain/resources/keys.ts';
import type { PagedName } from '../../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../../protocol/resources/schemas.ts';
import type { Database } from '../database.ts';
import { databaseNow } from '../now.ts';
import { tableOf } from './rows.ts';

/** So many rows are looked at at once, and so often in one go: other work waits for it. */
export interface FillPart {
  readonly rows: number;
  readonly batches: number;
}
const PART: FillPart = { rows: 500, batches: 20 };
/** So long after all were filled in they are looked at once more, ms: a host of an older version may have written some. */
const AGAIN = 3_600_000;

/** `after`: the table that has how far it is. */
interface Fill {
  readonly resource: PagedName;
  readonly after: 'ban_names_fill' | 'bucket_names_fill';
}

/** Goes on where another host ended. Answers whether there may be more to do now. */
export async function fillPagedNames(
  db: Database,
  fill: Fill,
  { rows, batches }: FillPart = PART,
): Promise<boolean> {
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await fillBatch(db, fill, rows))) return false;
  }
  return true;
}

function fillBatch(db: Database, { resource, after }: Fill, most: number): Promise<boolean> {
  const [table, place] = [tableOf(resource), sql.table(after)];
  return db.transaction().execute(async (trx) => {
    const due = await sql<{ after: string; pass: number }>`
      select after, pass from ${place} where due <= ${databaseNow} for update skip locked
    `.execute(trx);
    const [fill] = due.rows;
    if (fill === undefined) return false;
    const { rows } = await sql<{ id: string; data: unknown; folded: string }>`
      select id, data, folded from ${table} where id > ${fill.after} order by id
      limit ${most} for update
    `.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) {
      const end =
        fill.pass === 1
          ? sql`update ${place} set after = '', pass = 2, due = ${databaseNow} + ${AGAIN}::bigint`
          : sql`delete from ${place}`;
      await end.execute(trx);
      return false;
    }
    const found = rows.flatMap(({ id, data, folded: before }) => {
      const folded = keptText(resource, PAGED_ROW[resource].parse(data));
      return folded === before ? [] : [{ id, folded, grams: gramsOf(folded) }];
    });
    await sql`
      update ${table} b set folded = f.folded, grams = f.grams
      from json_to_recordset(${JSON.stringify(found)}::json) as f (id text, folded text, grams text[])
      where b.id = f.id
    `.execute(trx);
    await sql`update ${place} set after = ${last.id}`.execute(trx);
    return true;
  });
}
