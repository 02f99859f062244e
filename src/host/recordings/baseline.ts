/** How things stood at a moment, as the events with which a recording begins. */
import { sql } from 'kysely';
import type { DomainEvent } from '../../domain/event.ts';
import { reduce } from '../../domain/reduce.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { applyChanges, createRows } from '../../domain/state.ts';
import { consoleLine, feedEntry } from '../../protocol/feed/fields.ts';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { entriesOf } from '../feed/pages.ts';
import { asPersons } from '../identity/persons.ts';
import { presentPlayerOf } from '../players/play-session.ts';
import { readHeads, readRanges, type LoggedEvent } from '../realtime/read.ts';
import { readServers } from '../servers/snapshots.ts';
import type { Trx } from '../store/database.ts';

/** What is recorded of a server. Addresses and identifiers have a stream of their own, which is not. */
const AUDIENCES = ['list', 'metrics', 'feed', 'console'] as const;
/** Lines of feed and console that a recording begins with. */
const LINES = 100;
const AT_ONCE = 5_000;

/** The events with which a recording begins, and the positions after which it goes on. */
export interface Baseline {
  readonly events: readonly DomainEvent[];
  readonly cursors: ReadonlyMap<string, number>;
}

/** An event of the log as a recording has it. */
export function recordedEvent({ stream, seq, at, event, data }: LoggedEvent): RecordedEvent {
  return { source: 'realtime', event, at, stream, seq, data };
}

/** How servers stand now. `whole`: there are no others. In a transaction of repeatable reads. */
export async function baselineNow(
  trx: Trx,
  ids: readonly string[],
  at: number,
  whole: boolean,
): Promise<Baseline> {
  const servers = await readServers(trx, ids);
  const heads = await readHeads(trx, ids.flatMap(streamsOf));
  const cursors = new Map([...heads].map(([stream, { head }]) => [stream, head]));
  const data = { servers: servers.map(({ snapshot }) => snapshot), whole };
  const first: DomainEvent = { source: 'rest', event: 'servers', at, data };
  return { events: [first, ...(await linesOf(trx, ids, cursors, at))], cursors };
}

/**
 * How servers stood at a moment of the kept log: what the log tells of each from its beginning to then, on
 * top of how it is now. A server that came later is told when it came.
 */
export async function baselineAt(
  trx: Trx,
  ids: readonly string[],
  at: number,
): Promise<Baseline & { readonly later: readonly DomainEvent[] }> {
  const servers = await readServers(trx, ids);
  const streams = ids.flatMap(streamsOf);
  const heads = await readHeads(trx, streams);
  const { rows } = await sql<{ stream: string; seq: number }>`
    select stream, max(seq) as seq from event_log
    where stream = any(${streams}::text[]) and at <= ${at} group by stream
  `.execute(trx);
  const reached = new Map(rows.map(({ stream, seq }) => [stream, seq]));
  const floorOf = (stream: string) => heads.get(stream)?.floor ?? 0;
  const cursors = new Map(
    streams.map((stream) => [stream, reached.get(stream) ?? floorOf(stream)]),
  );
  const then: ServerSnapshot[] = [];
  const later: DomainEvent[] = [];
  for (const { snapshot } of servers) {
    const { id } = snapshot;
    const { created_at } = snapshot.configuration;
    const stream = serverStream(id, 'list');
    const range = { stream, after: floorOf(stream), upTo: cursors.get(stream) ?? 0 };
    const stood = await fieldsThen(trx, snapshot, range);
    const players = created_at > at ? [] : await playersThen(trx, id, at);
    if (created_at <= at) then.push({ ...stood, players });
    else {
      const data = { servers: [{ ...stood, players }], whole: false };
      later.push({ source: 'rest', event: 'servers', at: created_at, data });
    }
  }
  const data = { servers: then, whole: true };
  const first: DomainEvent = { source: 'rest', event: 'servers', at, data };
  const known = then.map(({ id }) => id);
  return { events: [first, ...(await linesOf(trx, known, cursors, at))], cursors, later };
}

function streamsOf(id: string): readonly string[] {
  return AUDIENCES.map((audience) => serverStream(id, audience));
}

/** What the log makes of a server, up to a position. */
async function fieldsThen(
  trx: Trx,
  now: ServerSnapshot,
  {
    stream,
    after,
    upTo,
  }: { readonly stream: string; readonly after: number; readonly upTo: number },
): Promise<ServerSnapshot> {
  const rows = createRows();
  const fold = (event: DomainEvent) => applyChanges(rows, reduce(rows, event));
  const data = { servers: [{ ...now, position: after, players: [] }], whole: true };
  fold({ source: 'rest', event: 'servers', at: 0, data });
  for (let from = after; from < upTo; from += AT_ONCE) {
    const range = { stream, after: from, upTo: Math.min(upTo, from + AT_ONCE) };
    for (const event of await readRanges(trx, [range])) fold(recordedEvent(event) as DomainEvent);
  }
  const { id, configuration, state, population, environment, deployment } =
    rows.servers.get(now.id) ?? now;
  const fields = { configuration, state, population, environment, deployment };
  return { id, position: upTo, ...fields, players: [] };
}

async function playersThen(trx: Trx, id: string, at: number): Promise<ServerSnapshot['players']> {
  const sessions = await trx
    .selectFrom('play_sessions')
    .selectAll()
    .where('server_id', '=', id)
    .where('joined_at', '<=', at)
    .where((where) => where.or([where('left_at', 'is', null), where('left_at', '>', at)]))
    .orderBy('joined_at')
    .orderBy('id')
    .execute();
  return (await asPersons(trx, sessions)).map(presentPlayerOf);
}

/** The newest lines of feed and console up to where they stand, and where the metrics are. */
async function linesOf(
  trx: Trx,
  ids: readonly string[],
  cursors: ReadonlyMap<string, number>,
  at: number,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = [];
  for (const server_id of ids) {
    const place = (audience: (typeof AUDIENCES)[number]) => {
      const stream = serverStream(server_id, audience);
      return { stream, position: cursors.get(stream) ?? 0 };
    };
    const [feed, console, metrics] = [place('feed'), place('console'), place('metrics')];
    const asked = { limit: LINES };
    const page = { server_id, older: false };
    const told = await entriesOf(trx, { ...asked, ...feed, before: feed.position + 1 }, feedEntry);
    const said = await entriesOf(
      trx,
      { ...asked, ...console, before: console.position + 1 },
      consoleLine,
    );
    const head = { stream: metrics.stream, head: metrics.position, resumed: false };
    const attached = { server_id, attached: [head], detached: [], refused: [] };
    events.push(
      {
        source: 'rest',
        event: 'feed',
        at,
        data: { ...page, position: feed.position, ...told },
      },
      {
        source: 'rest',
        event: 'console',
        at,
        data: { ...page, position: console.position, ...said },
      },
      { source: 'realtime', event: 'event_subscription', at, data: attached },
    );
  }
  return events;
}
