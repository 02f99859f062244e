/** Keeps what happened where it is found by its kind, its moment, its names and its words. */
import { sql } from 'kysely';
import { cut, fold, gramsOf } from '../../domain/resources/keys.ts';
import type { EventData } from '../../protocol/events.ts';
import { KIND_OF_FEED } from '../../protocol/history/kinds.ts';
import type { Reactor, Told } from '../reactors/reactor.ts';
import { separate } from '../realtime/personal.ts';
import type { Trx } from '../store/database.ts';
import type { FeedTextRow } from '../store/tables/feed.ts';

/** Of one text. */
const FOLDED_MAX = 2_000;

export const historyReactor: Reactor<FeedTextRow> = {
  // Its cursors were kept under this name when it read the feed alone.
  name: 'feed-search',
  streams: ['feed', 'console'],
  events: ['server:feed'],
  personal: true,
  decide,
  apply: writeTexts,
};

/** A row for each person an entry tells of, so that it can be erased with them; one at least. */
function decide(told: Told): readonly FeedTextRow[] {
  if (told.kind === 'missed' || told.event !== 'server:feed') return [];
  const { seq, data } = told;
  const kind = kindOf(data.entry);
  if (kind === null) return [];
  const { server_id, at } = data;
  const rows = separate('server:feed', data).personal.flatMap(({ subject, data: about }) => {
    const folded = cut(textsOf(about).map(fold).filter(Boolean).join('\n'), FOLDED_MAX);
    return folded === '' ? [] : [{ subject, folded, grams: [...gramsOf(folded)] }];
  });
  const found = rows.length > 0 ? rows : [{ subject: '', folded: '', grams: [] }];
  return found.map((row) => ({ server_id, seq, at, kind, ...row }));
}

/** null: it is not searched. Of a console it is what was sent, and not what the game says all day. */
function kindOf(entry: EventData<'server:feed'>['entry']): FeedTextRow['kind'] {
  if (entry.kind === 'console') return entry.direction === 'out' ? 'command' : null;
  return entry.kind === 'personal' ? null : KIND_OF_FEED[entry.kind];
}

/** Every text in a value that is not an id. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

async function writeTexts(trx: Trx, rows: readonly FeedTextRow[]): Promise<void> {
  await sql`
    insert into feed_texts
    select * from json_populate_recordset(null::feed_texts, ${JSON.stringify(rows)}::json)
  `.execute(trx);
}
