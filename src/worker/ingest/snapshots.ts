import type { DomainEvent } from '../../domain/event.ts';
import { LIST_IDS_MAX } from '../../protocol/servers/calls.ts';
import { parseStream, serverStream, type StreamName } from '../../protocol/streams.ts';
import type { Outcome } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

/** More than this many missing servers, and all of them are asked for. */
const WHOLE_FROM = 2 * LIST_IDS_MAX;
const NEWEST_ENTRIES = 200;

/** One question to the host, and the streams whose snapshots it is for. */
export interface SnapshotQuestion {
  readonly streams: readonly string[];
  /**
   * Asks it: `answered` is called with each part of the answer, which stands by itself. A server that may
   * no longer be seen gives nothing. Rejects where the host does not answer.
   */
  readonly ask: (answered: (event: DomainEvent) => void) => Promise<SnapshotOutcome>;
}

/**
 * complete: everything was told; unread: but for servers that this version cannot read, by their ids, null for
 * one whose id cannot be read either; refused: the host does not give it, or not any more.
 */
export type SnapshotOutcome =
  | 'complete'
  | 'refused'
  | { readonly unread: ReadonlySet<string | null> };

/** The questions to ask for snapshots of streams. */
export type SnapshotQuestions = (streams: readonly string[]) => readonly SnapshotQuestion[];

/** No snapshot came, and asking again makes sense. */
export class SnapshotError extends Error {
  readonly kind = 'snapshot-failed';
}

/** One question for the account, few for all servers, one for each feed or console. */
export function snapshotQuestions(rest: RestClient, clock: Clock): SnapshotQuestions {
  return (streams) => {
    const lists = new Map<string, string>();
    const questions: SnapshotQuestion[] = [];
    for (const stream of streams) {
      const name = parseStream(stream);
      if (name?.resource === 'server' && name.audience === 'list') lists.set(stream, name.id);
      else questions.push({ streams: [stream], ask: inOne(() => topic(rest, clock, name)) });
    }
    const ofServers = (some: readonly string[], ids?: string): SnapshotQuestion => ({
      streams: some,
      ask: (answered) => serverPages(rest, clock, ids, answered),
    });
    if (lists.size > WHOLE_FROM) return [...questions, ofServers([...lists.keys()])];
    const parts = chunks([...lists], LIST_IDS_MAX).map((part) =>
      ofServers(
        part.map(([stream]) => stream),
        part.map(([, id]) => id).join(','),
      ),
    );
    return [...questions, ...parts];
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

/** A question whose answer comes in one. */
function inOne(ask: () => Promise<DomainEvent | null>): SnapshotQuestion['ask'] {
  return async (answered) => {
    const event = await ask();
    if (event === null) return 'refused';
    answered(event);
    return 'complete';
  };
}

/** Asks page by page: a list that came at once would keep the worker from everything else meanwhile. */
async function serverPages(
  rest: RestClient,
  clock: Clock,
  ids: string | undefined,
  answered: (event: DomainEvent) => void,
): Promise<SnapshotOutcome> {
  let after: string | undefined;
  const unread = new Set<string | null>();
  do {
    const answer = await rest.call('serversList', { query: { ids, after } });
    // Streams that were attached since are fetched by themselves, so absence says nothing.
    const page = told(answer, (data): DomainEvent => {
      const { servers } = data;
      return { source: 'rest', event: 'servers', at: clock.now(), data: { servers, whole: false } };
    });
    if (page === null) return 'refused';
    answered(page);
    if (answer.ok) for (const id of answer.unread ?? []) unread.add(id);
    after = answer.ok ? (answer.value.next ?? undefined) : undefined;
  } while (after !== undefined);
  return unread.size === 0 ? 'complete' : { unread };
}

async function topic(
  rest: RestClient,
  clock: Clock,
  name: StreamName | null,
): Promise<DomainEvent | null> {
  if (name?.resource === 'account') {
    const answer = await rest.call('session');
    return told(answer, (data) => ({ source: 'rest', event: 'session', at: clock.now(), data }));
  }
  if (name === null || name.audience === 'list' || name.audience === 'metrics') return null;
  return entries(rest, clock, name.id, name.audience);
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
