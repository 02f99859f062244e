/** What an event changes: the table of contents of all reducers. */
import { isEventName } from '../protocol/event-names.ts';
import { isServerStream, parseStream, wholeOf } from '../protocol/streams.ts';
import { beginIntention, endIntention, forgetIntention } from './actions/reduce.ts';
import { NO_CHANGES, type Change } from './change.ts';
import type { DomainEvent, RealtimeEvent } from './event.ts';
import type { EntryTable } from './feed/entries.ts';
import { headChange } from './feed/head.ts';
import { reducePage } from './feed/page.ts';
import { reduceEntry } from './feed/reduce.ts';
import {
  hostTold,
  reduceConnection,
  reduceEmptied,
  reduceNoted,
  refreshed,
} from './link/reduce.ts';
import { reduceMetrics } from './players/metrics.ts';
import { reducePersonal, reducePersonalPage } from './players/personal.ts';
import { reducePresence } from './presence/reduce.ts';
import { reduceGone, reducePut, reduceRows, resourceOf } from './resources/reduce.ts';
import { beginWrite, endWrite, forgetWrite } from './resources/writes.ts';
import type { ServerStreamRow, StreamRow } from './rows.ts';
import { forgetStreams } from './servers/forget.ts';
import { reduceDays } from './servers/day.ts';
import { reduceHistory } from './servers/reduce.ts';
import { reduceServer } from './servers/reduce.ts';
import { reduceSnapshots } from './servers/snapshot.ts';
import { reduceAttached } from './session/attach.ts';
import { reduceAccount, reduceSession } from './session/reduce.ts';
import type { Rows } from './state.ts';
import { toldServer } from './told-server.ts';

/**
 * What an event changes in the rows. Pure, total and synchronous; an event that changes nothing,
 * also one of a kind that this version does not know, gives the shared empty list.
 */
export function reduce(rows: Rows, event: DomainEvent): readonly Change[] {
  switch (event.source) {
    case 'realtime':
      return reduceRealtime(rows, event);
    case 'rest':
      return reduceRest(rows, event);
    case 'intent':
      return reduceIntent(rows, event);
    case 'link':
      return reduceLink(rows, event);
    default:
      return NO_CHANGES;
  }
}

function reduceRealtime(rows: Rows, event: RealtimeEvent): readonly Change[] {
  if (event.stream === undefined || event.seq === undefined) return reduceMoment(rows, event);
  const changes = reduceSequenced(rows, event, event.stream, event.seq);
  if (changes.length === 0) return NO_CHANGES;
  return both(changes, refreshed(rows, event.at));
}

/** Events of a stream: only the next one after the position of the head row changes anything. */
function reduceSequenced(
  rows: Rows,
  event: RealtimeEvent,
  stream: string,
  seq: number,
): readonly Change[] {
  const told = toldServer(event);
  if (told !== undefined && isServerStream(stream, told, 'list')) {
    return reduceListed(rows, told, event, seq);
  }
  const head = rows.streams.get(stream);
  if (head !== undefined) return reduceTopic(rows, head, event, seq);
  const name = parseStream(stream);
  if (name === null) return NO_CHANGES;
  if (name.resource === 'own') return NO_CHANGES;
  if (name.resource === 'server') {
    return name.audience === 'list' ? reduceListed(rows, name.id, event, seq) : NO_CHANGES;
  }
  const account = rows.account.get('me');
  if (account?.muster_id !== name.id || seq !== account.position + 1) return NO_CHANGES;
  return isEventName(event.event) ? reduceAccount(account, seq) : NO_CHANGES;
}

/** The next event of a server's list stream. */
function reduceListed(
  rows: Rows,
  serverId: string,
  event: RealtimeEvent,
  seq: number,
): readonly Change[] {
  const server = rows.servers.get(serverId);
  if (server === undefined || seq !== server.position + 1) return NO_CHANGES;
  return reduceServer(rows, server, event, seq);
}

/** The next event of a stream that was asked for; `head` is its row. */
function reduceTopic(
  rows: Rows,
  head: StreamRow,
  event: RealtimeEvent,
  seq: number,
): readonly Change[] {
  if (seq !== head.position + 1) return NO_CHANGES;
  if (event.event === 'row:put' && event.data.resource === resourceOf(head.id)) {
    return reducePut(rows, head, event.data, seq);
  }
  if (event.event === 'row:gone' && event.data.resource === resourceOf(head.id)) {
    return reduceGone(rows, head, event.data, seq);
  }
  if (isOfServer(head)) {
    const changes = reduceServerTopic(rows, head, event, seq);
    if (changes !== null) return changes;
  }
  return isEventName(event.event) ? [headChange(head, seq)] : NO_CHANGES;
}

function isOfServer(head: StreamRow): head is ServerStreamRow {
  return head.server_id !== null;
}

/** The table of what a feed or a console tells, whole or filtered; null: the stream is neither. */
function entryTable(stream: string): EntryTable | null {
  const audience = stream.slice(stream.lastIndexOf('/') + 1);
  const source = wholeOf(audience);
  return source === 'feed' || source === 'console' ? source : null;
}

/** null: it is nothing that this stream tells. */
function reduceServerTopic(
  rows: Rows,
  head: ServerStreamRow,
  event: RealtimeEvent,
  seq: number,
): readonly Change[] | null {
  if (event.event === 'server:feed') {
    const { entry } = event.data;
    const table = entryTable(head.id);
    if (table !== null) return reduceEntry(rows, head, table, event.data, seq);
    if (entry.kind === 'personal' && head.id.endsWith('/feed-personal')) {
      return reducePersonal(rows, head, entry, seq);
    }
  } else if (event.event === 'server:metrics' && head.id.endsWith('/metrics')) {
    return reduceMetrics(rows, head, event.data, seq);
  }
  return null;
}

/** Events that belong to the socket or to a moment. */
function reduceMoment(rows: Rows, event: RealtimeEvent): readonly Change[] {
  switch (event.event) {
    case 'ack':
      return both(reduceAttached(rows, event.data.streams, [], false), hostTold(rows, event.at));
    case 'refresh':
      return reduceAttached(rows, event.data.streams, [], event.data.reason === 'rebuilt');
    case 'event_subscription':
      return reduceAttached(rows, event.data.attached, event.data.detached, false);
    case 'keepalive':
      return hostTold(rows, event.at);
    case 'presence:server':
      return reducePresence(rows, event.data);
    default:
      return NO_CHANGES;
  }
}

function reduceRest(
  rows: Rows,
  event: Extract<DomainEvent, { source: 'rest' }>,
): readonly Change[] {
  switch (event.event) {
    case 'session':
      return reduceSession(rows, event.data);
    case 'servers':
      return reduceSnapshots(rows, event.data.servers, event.data.whole);
    case 'feed':
    case 'console':
      return reducePage(rows, event.event, event.data);
    case 'personal':
      return reducePersonalPage(
        rows,
        event.data.server_id,
        event.data.position,
        event.data.entries,
      );
    case 'days':
      return reduceDays(rows, event.data);
    case 'population':
      return reduceHistory(rows, event.data);
    case 'rows':
      return reduceRows(rows, event.data);
    default:
      return NO_CHANGES;
  }
}

function reduceIntent(
  rows: Rows,
  event: Extract<DomainEvent, { source: 'intent' }>,
): readonly Change[] {
  switch (event.event) {
    case 'begin':
      return beginIntention(rows, event.data, event.at);
    case 'end':
      return endIntention(rows, event.data);
    case 'forget':
      return both(forgetIntention(rows, event.data.id), forgetWrite(rows, event.data.id));
    case 'write':
      return beginWrite(rows, event.data, event.at);
    case 'written':
      return endWrite(rows, event.data);
    default:
      return NO_CHANGES;
  }
}

function reduceLink(
  rows: Rows,
  event: Extract<DomainEvent, { source: 'link' }>,
): readonly Change[] {
  switch (event.event) {
    case 'connection':
      return reduceConnection(rows, event.data.connection);
    case 'released':
      return forgetStreams(rows, event.data.streams);
    case 'keeping':
    case 'refused':
      return reduceNoted(rows, event.data);
    case 'emptied':
      return reduceEmptied(rows);
    default:
      return NO_CHANGES;
  }
}

function both(first: readonly Change[], second: readonly Change[]): readonly Change[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}
