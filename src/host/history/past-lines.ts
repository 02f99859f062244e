/** The lines of a feed or a console around a moment. */
import { sql, type RawBuilder } from 'kysely';
import { PAST_LINES_MAX } from '../../protocol/history/past-calls.ts';
import { serverStream, wholeOf, type FilteredStream } from '../../protocol/streams.ts';
import { readRanges, type LoggedEvent } from '../realtime/read.ts';
import type { Trx } from '../store/database.ts';
import type { Window } from './told.ts';
import { seqAt } from './seq-at.ts';
import type { Lines } from './lines.ts';

/** So many lines stand above the first. */
const BEFORE = 200;
/** Told later than this after it happened, a line has an index of its own, since it is far from its moment's position. */
export const LATE = 60_000;
/** So many positions are looked through for the lines before a moment: in between stands what was told late. */
const LOOKED_BACK = 20_000;

/** When it happened, as the index of late lines has it. */
const HAPPENED = sql`(data->>'at')::bigint`;
const IS_LATE = sql`event = 'server:feed' and (data->>'at')::bigint < at - ${sql.lit(LATE)}`;

interface Place {
  readonly seq: number;
  readonly at: number;
}

/** What has lines. */
export type LineStream = 'feed' | 'console' | FilteredStream;

/** What was said in a time, and the lines before it. Where there is too much, hits are left out. */
export async function linesAround(
  trx: Trx,
  { id, from, until }: Window,
  audience: LineStream,
): Promise<Lines> {
  const stream = serverStream(id, wholeOf(audience));
  const begins = await seqAt(trx, stream, from);
  const begun = await seqAt(trx, stream, from + LATE);
  const ends = await seqAt(trx, stream, until + LATE);
  const inTime = sql`${HAPPENED} > ${from} and ${HAPPENED} <= ${until}`;
  const within = (wanted: RawBuilder<unknown>) =>
    placesOf(
      trx,
      sql`
        select seq, ${HAPPENED} as at from event_log
        where stream = ${stream} and seq > ${begins} and seq <= ${ends}
          and ${inTime} and not (${IS_LATE}) and ${wanted}
        union all
        select seq, ${HAPPENED} as at from event_log
        where stream = ${stream} and ${IS_LATE} and ${inTime} and ${wanted}
        order by at, seq limit ${PAST_LINES_MAX + 1}
      `,
    );
  const all = await within(sql`true`);
  const isMuch = all.length > PAST_LINES_MAX;
  const most = isMuch ? await within(sql`data->'entry'->>'kind' <> 'hit'`) : all;
  const before = await placesOf(
    trx,
    sql`
      (select seq, ${HAPPENED} as at from event_log
        where stream = ${stream} and seq > ${begun - LOOKED_BACK} and seq <= ${begun}
          and ${HAPPENED} <= ${from} and not (${IS_LATE})
        order by seq desc limit ${BEFORE})
      union all
      (select seq, ${HAPPENED} as at from event_log
        where stream = ${stream} and ${IS_LATE} and ${HAPPENED} <= ${from}
        order by ${HAPPENED} desc limit ${BEFORE})
      order by at desc, seq desc limit ${BEFORE}
    `,
  );
  return {
    before: await readAt(trx, serverStream(id, audience), before.toReversed()),
    within: await readAt(trx, serverStream(id, audience), most.slice(0, PAST_LINES_MAX)),
  };
}

async function placesOf(trx: Trx, select: RawBuilder<unknown>): Promise<readonly Place[]> {
  const { rows } = await sql<Place>`${select}`.execute(trx);
  return rows;
}

/** The events of these places, in their order, as of when they happened. */
async function readAt(
  trx: Trx,
  stream: string,
  places: readonly Place[],
): Promise<readonly LoggedEvent[]> {
  const ranges = places.map(({ seq }) => ({ stream, after: seq - 1, upTo: seq }));
  const told = new Map((await readRanges(trx, ranges)).map((event) => [event.seq, event]));
  return places.flatMap(({ seq, at }) => {
    const event = told.get(seq);
    return event === undefined ? [] : [{ ...event, at }];
  });
}
