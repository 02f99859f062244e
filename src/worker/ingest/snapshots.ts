import type { DomainEvent } from '../../domain/event.ts';
import { parseStream, serverStream } from '../../protocol/streams.ts';
import type { Outcome } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

/** How many servers one call names; the host's own limit is 200. */
const SERVERS_A_CALL = 200;
/** More than this many missing servers, and the whole list is one call. */
const WHOLE_FROM = 400;
const NEWEST_ENTRIES = 200;

/** Asks for snapshots of streams; rejects where the host does not answer. */
export type FetchSnapshots = (streams: readonly string[]) => Promise<readonly DomainEvent[]>;

/** No snapshot came, and asking again makes sense. */
export class SnapshotError extends Error {
  readonly kind = 'snapshot-failed';
}

/**
 * Fetches snapshots: one call for the account, few for all servers, one for each feed or console. A
 * server that may no longer be seen gives nothing.
 */
export function snapshotFetcher(rest: RestClient, clock: Clock): FetchSnapshots {
  return async (streams) => {
    const names = streams.flatMap((stream) => parseStream(stream) ?? []);
    const servers = names.flatMap((name) =>
      name.resource === 'server' && name.audience === 'list' ? [name.id] : [],
    );
    const lists =
      servers.length > WHOLE_FROM
        ? [serverList(rest, clock, {})]
        : chunks(servers, SERVERS_A_CALL).map((ids) =>
            serverList(rest, clock, { ids: ids.join(',') }),
          );
    const others = names.map((name) => {
      if (name.resource === 'account') return account(rest, clock);
      if (name.audience === 'list' || name.audience === 'metrics') return null;
      return entries(rest, clock, name.id, name.audience);
    });
    const events = await Promise.all([...others, ...lists]);
    return events.filter((event) => event !== null);
  };
}

/** The streams that a snapshot is of. */
export function streamsOf(event: DomainEvent): readonly string[] | null {
  if (event.source !== 'rest') return null;
  switch (event.event) {
    case 'servers':
      return event.data.servers.map(({ id }) => serverStream(id, 'list'));
    case 'feed':
    case 'console':
      return [serverStream(event.data.server_id, event.event)];
    case 'personal':
      return [serverStream(event.data.server_id, 'feed-personal')];
    default:
      return null;
  }
}

async function account(rest: RestClient, clock: Clock): Promise<DomainEvent | null> {
  const answer = await rest.call('session');
  return told(answer, (data) => ({ source: 'rest', event: 'session', at: clock.now(), data }));
}

async function serverList(
  rest: RestClient,
  clock: Clock,
  query: { ids?: string },
): Promise<DomainEvent | null> {
  const answer = await rest.call('serversList', { query });
  // Streams that were attached since are fetched by themselves, so absence says nothing.
  return told(answer, (data) => ({
    source: 'rest',
    event: 'servers',
    at: clock.now(),
    data: { ...data, whole: false },
  }));
}

async function entries(
  rest: RestClient,
  clock: Clock,
  server_id: string,
  audience: 'feed' | 'console' | 'feed-personal',
): Promise<DomainEvent | null> {
  const params = { server_id };
  const query = { limit: NEWEST_ENTRIES };
  if (audience === 'feed') {
    const answer = await rest.call('feedPage', { params, query });
    return told(answer, (page) => {
      const data = { ...page, server_id, older: false };
      return { source: 'rest', event: 'feed', at: clock.now(), data };
    });
  }
  if (audience === 'console') {
    const answer = await rest.call('consolePage', { params, query });
    return told(answer, (page) => {
      const data = { ...page, server_id, older: false };
      return { source: 'rest', event: 'console', at: clock.now(), data };
    });
  }
  const answer = await rest.call('personalPage', { params });
  return told(answer, (page) => {
    const data = { ...page, server_id };
    return { source: 'rest', event: 'personal', at: clock.now(), data };
  });
}

function told<T>(answer: Outcome<T>, event: (data: T) => DomainEvent): DomainEvent | null {
  if (answer.ok) return event(answer.value);
  if (answer.error.kind !== 'problem') throw new SnapshotError(answer.error.kind);
  const { code, status } = answer.error.problem;
  if (code === 'permission-denied' || code === 'not-found' || status === 401) return null;
  throw new SnapshotError(code);
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
