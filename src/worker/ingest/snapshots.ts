import type { DomainEvent } from '../../domain/event.ts';
import { parseStream } from '../../protocol/streams.ts';
import type { Outcome } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

/** How many servers one call names; the host's own limit is 200. */
const SERVERS_A_CALL = 200;
/** More than this many missing servers, and the whole list is one call. */
const WHOLE_FROM = 400;
const NEWEST_ENTRIES = 200;

/**
 * Fetches snapshots of these streams: one call for the account, few for all servers, one for each
 * feed or console. A server that may no longer be seen gives nothing. Rejects where the host does
 * not answer.
 */
export async function fetchSnapshots(
  rest: RestClient,
  clock: Clock,
  streams: readonly string[],
): Promise<readonly DomainEvent[]> {
  const servers: string[] = [];
  const fetched: Promise<DomainEvent | null>[] = [];
  for (const stream of streams) {
    const name = parseStream(stream);
    if (name === null) continue;
    if (name.resource === 'account') {
      fetched.push(
        rest
          .call('session')
          .then((answer) =>
            value(answer, (data) => ({ source: 'rest', event: 'session', at: clock.now(), data })),
          ),
      );
    } else if (name.audience === 'list') servers.push(name.id);
    else if (name.audience !== 'metrics')
      fetched.push(entries(rest, clock, name.id, name.audience));
  }
  const lists =
    servers.length > WHOLE_FROM
      ? [wholeList(rest, clock)]
      : chunks(servers, SERVERS_A_CALL).map((ids) => someServers(rest, clock, ids));
  const events = await Promise.all([...fetched, ...lists]);
  return events.filter((event) => event !== null);
}

async function wholeList(rest: RestClient, clock: Clock): Promise<DomainEvent | null> {
  const answer = await rest.call('serversList', { query: {} });
  return value(answer, (data) => ({
    source: 'rest',
    event: 'servers',
    at: clock.now(),
    // Streams that were attached since are fetched by themselves, so absence here says nothing.
    data: { ...data, whole: false },
  }));
}

async function someServers(
  rest: RestClient,
  clock: Clock,
  ids: readonly string[],
): Promise<DomainEvent | null> {
  const answer = await rest.call('serversList', { query: { ids: ids.join(',') } });
  return value(answer, (data) => ({
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
  const at = clock.now();
  const query = { limit: NEWEST_ENTRIES };
  if (audience === 'feed') {
    const answer = await rest.call('feedPage', { params, query });
    return value(answer, (data) => ({
      source: 'rest',
      event: 'feed',
      at,
      data: { ...data, server_id, older: false },
    }));
  }
  if (audience === 'console') {
    const answer = await rest.call('consolePage', { params, query });
    return value(answer, (data) => ({
      source: 'rest',
      event: 'console',
      at,
      data: { ...data, server_id, older: false },
    }));
  }
  const answer = await rest.call('personalPage', { params });
  return value(answer, (data) => ({
    source: 'rest',
    event: 'personal',
    at,
    data: { ...data, server_id },
  }));
}

/** No snapshot came, and asking again makes sense. */
export class SnapshotError extends Error {
  readonly kind = 'snapshot-failed';
}

function value<T>(answer: Outcome<T>, event: (data: T) => DomainEvent): DomainEvent | null {
  if (answer.ok) return event(answer.value);
  if (answer.error.kind === 'problem') {
    const { code, status } = answer.error.problem;
    const refused = code === 'permission-denied' || code === 'not-found' || status === 401;
    if (refused) return null;
    throw new SnapshotError(code);
  }
  throw new SnapshotError(answer.error.kind);
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
