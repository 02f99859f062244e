import { sql } from 'kysely';
import { fold, isShort, soughtGrams } from '../../domain/resources/keys.ts';
import { feedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Handler } from '../calls/handler.ts';
import { readRanges } from '../realtime/read.ts';
import { atOneMoment, type Database, type Trx } from '../store/database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import { entriesIn } from './pages.ts';
import { feedSearchReactor } from './search-reactor.ts';

/** `GET server/:id/feed/search`: entries of the kept feed that name somebody or say something. */
export const feedSearch: Handler<'feedSearch'> = async ({ params, query }, { db }) =>
  atOneMoment(db, async (trx) => {
    const stream = serverStream(params.server_id, 'feed');
    const found = await findPositions(trx, params.server_id, query);
    const ranges = found
      .slice(0, query.limit)
      .map((seq) => ({ stream, after: seq - 1, upTo: seq }));
    return {
      since: await readSince(trx, stream),
      entries: entriesIn(await readRanges(trx, ranges), feedEntry),
      more: found.length > query.limit,
    };
  });

/** Newest first, and one more than is asked for where there is one. */
async function findPositions(
  trx: Trx,
  serverId: string,
  asked: { readonly text: string; readonly before?: number | undefined; readonly limit: number },
): Promise<readonly number[]> {
  const sought = fold(asked.text);
  const whole = isShort(sought) ? sql`` : sql`and strpos(folded, ${sought}) > 0`;
  const { rows } = await sql<{ seq: number }>`
    select distinct seq from feed_texts
    where server_id = ${serverId} and seq < ${asked.before ?? Number.MAX_SAFE_INTEGER}
      and grams @> ${soughtGrams(sought)}::text[] ${whole}
    order by seq desc limit ${asked.limit + 1}
  `.execute(trx);
  return rows.map(({ seq }) => seq);
}

/** The moment of the oldest entry that is searched; null: there is none. */
async function readSince(trx: Trx, stream: string): Promise<number | null> {
  const { rows } = await sql<{ since: number | null }>`
    select greatest(c.since, oldest.at) as since from reactor_cursors c
    left join lateral (
      select at from event_log e where e.stream = c.stream order by e.seq limit 1
    ) oldest on true
    where c.reactor = ${feedSearchReactor.name} and c.stream = ${stream}
  `.execute(trx);
  return rows[0]?.since ?? null;
}

/** Forgets what was said before a moment. */
export async function pruneFeedTexts(db: Database, before: number): Promise<void> {
  await deleteInBatches(db, 'feed_texts', sql`at < ${before}`);
}
