/** The lines of a feed or a console around a moment. */
import { sql } from 'kysely';
import { PAST_LINES_MAX } from '../../protocol/history/past-calls.ts';
import { serverStream } from '../../protocol/streams.ts';
import { readRanges, type LoggedEvent } from '../realtime/read.ts';
import type { Trx } from '../store/database.ts';
import type { Window } from './past.ts';
import { seqAt } from './seq-at.ts';

/** So many lines stand above the first. */
const BEFORE = 200;

export interface Lines {
  readonly before: readonly LoggedEvent[];
  readonly within: readonly LoggedEvent[];
}

/** What was said in a time, and the lines before it. Where there is too much, hits are left out. */
export async function linesAround(
  trx: Trx,
  { id, from, until }: Window,
  audience: 'feed' | 'console',
): Promise<Lines> {
  const stream = serverStream(id, audience);
  const begins = await seqAt(trx, stream, from);
  const ends = await seqAt(trx, stream, until);
  const isMuch = ends - begins > PAST_LINES_MAX;
  const { rows } = await sql<{ seq: number }>`
    select seq from event_log e
    where stream = ${stream} and seq > ${begins} and seq <= ${ends}
      and (not ${isMuch}::bool or e.data->'entry'->>'kind' <> 'hit')
    order by seq limit ${PAST_LINES_MAX}
  `.execute(trx);
  const each = rows.map(({ seq }) => ({ stream, after: seq - 1, upTo: seq }));
  const first = { stream, after: begins - BEFORE, upTo: begins };
  return {
    // What is older than a day says nothing of the moment.
    before: begins === 0 ? [] : await readRanges(trx, [first]),
    within: await readRanges(trx, each),
  };
}
