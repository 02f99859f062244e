/** Keeps names and texts of the feed where they can be searched. */
import { sql } from 'kysely';
import { cut, fold, gramsOf } from '../../domain/resources/keys.ts';
import { holdPlayers } from '../players/merge.ts';
import type { Reactor, Told } from '../reactors/reactor.ts';
import { separate } from '../realtime/personal.ts';
import type { Trx } from '../store/database.ts';
import type { FeedTextRow } from '../store/tables/feed.ts';

/** Of one text. */
const FOLDED_MAX = 2_000;

export const feedSearchReactor: Reactor<FeedTextRow> = {
  name: 'feed-search',
  streams: ['feed'],
  events: ['server:feed'],
  personal: true,
  decide,
  apply: writeTexts,
};

/** What can be erased of an entry is what somebody searches for. Hits are too many. */
function decide(told: Told): readonly FeedTextRow[] {
  if (told.kind === 'missed' || told.event !== 'server:feed') return [];
  const { seq, at, data } = told;
  if (data.entry.kind === 'hit') return [];
  const { server_id } = data;
  return separate('server:feed', data).personal.flatMap(({ subject, data: about }) => {
    const folded = cut(textsOf(about).map(fold).filter(Boolean).join('\n'), FOLDED_MAX);
    return folded === ''
      ? []
      : [{ server_id, seq, at, subject, folded, grams: [...gramsOf(folded)] }];
  });
}

/** Every text in a value that is not an id. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

async function writeTexts(trx: Trx, rows: readonly FeedTextRow[]): Promise<void> {
  const who = await holdPlayers(
    trx,
    rows.map(({ subject }) => subject),
  );
  const kept = rows.map((row) => ({ ...row, subject: who(row.subject) }));
  await sql`
    insert into feed_texts
    select * from json_populate_recordset(null::feed_texts, ${JSON.stringify(kept)}::json)
  `.execute(trx);
}
