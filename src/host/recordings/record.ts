/** Records what the hosts of a database tell, from the log that they share. */
import { sql } from 'kysely';
import type { RecordedEvent } from '../../domain/known.ts';
import { restore } from '../../domain/personal/separate.ts';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { toldAgain } from '../realtime/console-text.ts';
import { readRanges, type LoggedEvent } from '../realtime/read.ts';
import { atOneMoment, isDatabaseGone, type Database, type Trx } from '../store/database.ts';
import { systemErrorCode } from '../store/embedded/errors.ts';
import { recordedEvent, baselineAt, baselineNow } from './baseline.ts';

/** What is to be recorded. */
export interface RecordRequest {
  readonly db: Database;
  /** Ids of servers; null: all, also those that come in the meantime. */
  readonly servers: readonly string[] | null;
  /** Gets each event in its order. */
  readonly tell: (event: RecordedEvent) => void;
  /** Events of another version of Muster, which cannot be recorded. */
  readonly leaveOut: (event: LoggedEvent) => void;
}

const POLL_MS = 250;
/** Servers that came in the meantime are looked for so often. */
const SERVERS_MS = 5_000;
const AT_ONCE = 1_000;
/** Of one stream at once, so that one that is far behind does not fill the memory. */
const RANGE = 2_000;

/** Records a span of the kept log. */
export async function recordSpan(
  { db, servers, tell, leaveOut }: RecordRequest,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await atOneMoment(db, async (trx) => {
    const ids = servers ?? (await allServers(trx));
    const { events, cursors, later } = await baselineAt(trx, ids, from);
    for (const event of events) tell(event as RecordedEvent);
    const coming = later
      .filter(({ at }) => at <= to)
      .toSorted((a, b) => a.at - b.at) as RecordedEvent[];
    await sql`
      declare recorded no scroll cursor for
      select e.stream, e.seq, e.at, e.event, e.data, p.personal,
        max(e.at) over (partition by e.stream order by e.seq) as moment
      from unnest(${[...cursors.keys()]}::text[], ${[...cursors.values()]}::bigint[])
        as w(stream, after)
      join event_log e on e.stream = w.stream and e.seq > w.after and e.at <= ${to}
      left join lateral (
        select json_agg(data) as personal from event_personal x
        where x.stream = e.stream and x.seq = e.seq
      ) p on true
      order by moment, e.stream, e.seq
    `.execute(trx);
    for (;;) {
      const { rows } = await sql<LoggedEvent & { personal: unknown[] | null; moment: number }>`
        fetch ${sql.raw(String(AT_ONCE))} from recorded
      `.execute(trx);
      for (const { personal, moment, ...event } of rows) {
        while ((coming[0]?.at ?? Infinity) <= moment) tell(coming.shift() as RecordedEvent);
        const whole = personal === null ? event.data : restore(event.data, personal);
        const data = toldAgain(event.stream, whole);
        tellLogged({ ...event, data }, { tell, leaveOut });
      }
      if (rows.length < AT_ONCE) break;
    }
    for (const event of coming) tell(event);
  });
}

/** What a recording does while the database is away. */
export interface Outages {
  /** It does not answer any more: once for each time that it is away. */
  readonly began: (error: Error) => void;
  /** It answers again. */
  readonly ended: () => void;
  /**
   * Looks where it listens now; again and again, until it answers. Where the system keeps that from it, it is
   * nowhere yet.
   */
  readonly reach: () => Promise<void>;
}

/** How a recording ended: with all that was told until then, or without what came since the database went away. */
export type RecordingEnding = 'complete' | 'cut-off';

/**
 * Records from now on, until it is stopped. Positions become visible in their order and without holes, so
 * asking for what is new misses nothing, however long the database was away, if only it answers before the end.
 */
export async function recordLive(
  request: RecordRequest,
  { stopped, outages }: { readonly stopped: Promise<void>; readonly outages: Outages },
): Promise<RecordingEnding> {
  const { db, servers, tell } = request;
  let ended = false;
  const ending = stopped.then(() => {
    ended = true;
  });
  const cursors = new Map<string, number>();
  const known = new Set<string>();
  const begin = async (): Promise<void> => {
    const { ids, baseline } = await atOneMoment(db, async (trx) => {
      const found = (servers ?? (await allServers(trx))).filter((id) => !known.has(id));
      return { ids: found, baseline: await baselineNow(trx, found, Date.now(), known.size === 0) };
    });
    if (ids.length === 0 && known.size > 0) return;
    for (const id of ids) known.add(id);
    for (const [stream, seq] of baseline.cursors) cursors.set(stream, seq);
    for (const event of baseline.events) tell(event as RecordedEvent);
  };
  await begin();
  const patiently = patienceOf(outages);
  let looked = Date.now();
  let more = false;
  for (;;) {
    if (!more) await Promise.race([pause(POLL_MS), ending]);
    // What was told before it was stopped is in it: it is asked for once more, and to its end.
    const last = ended;
    const found = await patiently(async () => {
      if (servers === null && Date.now() - looked >= SERVERS_MS) {
        await begin();
        looked = Date.now();
      }
      return readNew(db, cursors);
    });
    more = found?.more ?? false;
    for (const event of found?.events ?? []) {
      cursors.set(event.stream, event.seq);
      tellLogged(event, request);
    }
    if (last && !more) return found === null ? 'cut-off' : 'complete';
  }
}

/** Does work with the database; null where it did not answer. Anything else that fails is thrown. */
function patienceOf({ began, ended, reach }: Outages) {
  let away = false;
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      const done = await work();
      if (away) ended();
      away = false;
      return done;
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseGone(error)) throw error;
      if (!away) began(error);
      away = true;
      await reach().catch((why: unknown) => {
        if (systemErrorCode(why) === undefined) throw why;
      });
      return null;
    }
  };
}

/** What is new, of each stream not too much at once; `more`: there is. */
async function readNew(
  db: Database,
  cursors: ReadonlyMap<string, number>,
): Promise<{ readonly events: readonly LoggedEvent[]; readonly more: boolean }> {
  const { rows } = await sql<{ stream: string; after: number; head: number }>`
    select s.stream, w.after, s.head
    from unnest(${[...cursors.keys()]}::text[], ${[...cursors.values()]}::bigint[])
      as w(stream, after)
    join streams s on s.stream = w.stream and s.head > w.after
  `.execute(db);
  const ranges = rows.map(({ stream, after, head }) => ({
    stream,
    after,
    upTo: Math.min(head, after + RANGE),
  }));
  return {
    events: inOrder(await readRanges(db, ranges)),
    more: rows.some(({ after, head }) => head - after > RANGE),
  };
}

/** Events of several streams by their moments; each stream stays in its order. */
function inOrder(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const newest = new Map<string, number>();
  const placed = events.map((event) => {
    const moment = Math.max(event.at, newest.get(event.stream) ?? event.at);
    newest.set(event.stream, moment);
    return { event, moment };
  });
  return placed.toSorted((a, b) => a.moment - b.moment).map(({ event }) => event);
}

function tellLogged(
  event: LoggedEvent,
  { tell, leaveOut }: Pick<RecordRequest, 'tell' | 'leaveOut'>,
): void {
  const schema = RECORDED_EVENTS.get(`realtime/${event.event}`);
  if (schema?.safeParse(event.data).success === true) tell(recordedEvent(event));
  else leaveOut(event);
}

async function allServers(trx: Trx): Promise<readonly string[]> {
  const rows = await trx.selectFrom('servers').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
