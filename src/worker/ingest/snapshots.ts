import type { DomainEvent } from '../../domain/event.ts';
import { entryStream } from '../../domain/feed/entries.ts';
import { pathOf } from '../../domain/queries.ts';
import type { RowsAnswer } from '../../domain/resources/reduce.ts';
import { streamOfRows } from '../../domain/resources/stream.ts';
import type { Rows } from '../../domain/state.ts';
import { isResource, scopeOf, type ResourceName } from '../../protocol/resources/registry.ts';
import { ownerBy, ownerOf } from '../../protocol/resources/resource.ts';
import {
  isFiltered,
  parseStream,
  serverStream,
  type FilteredStream,
  type StreamName,
} from '../../protocol/streams.ts';
import type { Outcome } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';
import { askServers, LeftError, type AskPage } from './server-lists.ts';

const NEWEST_ENTRIES = 200;

/** One question to the host, and the streams whose snapshots it is for. */
export interface SnapshotQuestion {
  readonly streams: readonly string[];
  /**
   * Asks it: `answered` is called with each part of the answer, which stands by itself. A server that may
   * no longer be seen gives nothing. Nothing more is asked once it is not `meant` any more. Rejects where the
   * host does not answer.
   */
  readonly ask: (
    answered: (event: DomainEvent) => void,
    meant: () => boolean,
  ) => Promise<SnapshotOutcome>;
}

/**
 * complete: everything was told; untold: but for servers that this version cannot read or that were asked for in
 * vain, by their ids, null for one whose id cannot be read either; refused: the host does not give it, or not
 * any more.
 */
export type SnapshotOutcome =
  | 'complete'
  | 'refused'
  | { readonly untold: ReadonlySet<string | null> };

/** The questions to ask for snapshots of streams. */
export type SnapshotQuestions = (streams: readonly string[]) => readonly SnapshotQuestion[];

/** No snapshot came, and asking again makes sense. */
export class SnapshotError extends Error {
  readonly kind = 'snapshot-failed';
}

/** One question for the account, one for all servers, one for each feed or console. */
export function snapshotQuestions(rest: RestClient, clock: Clock): SnapshotQuestions {
  return (streams) => {
    const lists = new Map<string, string>();
    const questions: SnapshotQuestion[] = [];
    for (const stream of streams) {
      const name = parseStream(stream);
      if (name?.resource === 'server' && name.audience === 'list') lists.set(stream, name.id);
      else
        questions.push({
          streams: [stream],
          ask: inOne((meant) => topic(rest, clock, name, meant)),
        });
    }
    if (lists.size > 0) {
      const ids = [...lists.values()];
      const ask: SnapshotQuestion['ask'] = (answered, meant) =>
        servers(rest, clock, ids, answered, meant);
      questions.push({ streams: [...lists.keys()], ask });
    }
    return questions;
  };
}

/** The streams that a snapshot is of. */
export function streamsOf(event: DomainEvent, rows: Rows): readonly string[] | null {
  if (event.source !== 'rest') return null;
  switch (event.event) {
    case 'servers':
      return event.data.servers.map(({ id }) => serverStream(id, 'list'));
    case 'feed':
    case 'console':
      return [entryStream(event.data.server_id, event.event, event.data.filtered === true)];
    case 'personal':
      return [serverStream(event.data.server_id, 'feed-personal')];
    case 'rows':
      return [streamOfRows(rows, event.data.resource, ownerOf(event.data)) ?? ''];
    default:
      return null;
  }
}

/** A question whose answer comes in one. */
function inOne(
  ask: (meant: () => boolean) => Promise<DomainEvent | null>,
): SnapshotQuestion['ask'] {
  return async (answered, meant) => {
    const event = await ask(meant);
    if (event === null) return 'refused';
    answered(event);
    return 'complete';
  };
}

async function servers(
  rest: RestClient,
  clock: Clock,
  ids: readonly string[],
  answered: (event: DomainEvent) => void,
  meant: () => boolean,
): Promise<SnapshotOutcome> {
  const unread = new Set<string | null>();
  const askPage: AskPage = async (query) => {
    const answer = await rest.call('serversList', { query });
    // Streams that were attached since are fetched by themselves, so absence says nothing.
    const page = told(answer, (data): DomainEvent => {
      const part = { servers: data.servers, whole: false };
      return { source: 'rest', event: 'servers', at: clock.now(), data: part };
    });
    if (page === null || !answer.ok) return 'refused';
    answered(page);
    for (const id of answer.unread ?? []) unread.add(id);
    return { next: answer.value.next };
  };
  const failed = await askServers(ids, askPage, meant);
  if (failed === 'refused') return 'refused';
  const untold = new Set([...unread, ...failed]);
  return untold.size === 0 ? 'complete' : { untold };
}

async function topic(
  rest: RestClient,
  clock: Clock,
  name: StreamName | null,
  meant: () => boolean,
): Promise<DomainEvent | null> {
  if (name?.resource === 'account') {
    const answer = await rest.account();
    return told(answer, (data) => ({ source: 'rest', event: 'session', at: clock.now(), data }));
  }
  if (name === null) return null;
  const { resource, id, audience } = name;
  if (isResource(audience)) {
    return resourceRows(rest, clock, resource === 'own' ? null : id, audience, meant);
  }
  if (audience === 'feed-personal') return identities(rest, clock, id);
  const isLine = audience === 'feed' || audience === 'console' || isFiltered(audience);
  return isLine ? entries(rest, clock, id, audience) : null;
}

/**
 * All rows of a resource, page after page; `ownerId` is null for those that the account has for itself. They are told
 * as of the first page: what changes while the others come is told again by the stream, and a row can be put twice.
 */
async function resourceRows(
  rest: RestClient,
  clock: Clock,
  ownerId: string | null,
  resource: ResourceName,
  meant: () => boolean,
): Promise<DomainEvent | null> {
  const owner = ownerBy(scopeOf(resource), ownerId);
  // An account's own are asked for by nothing.
  const params = (ownerId === null ? {} : pathOf(owner)) as {
    server_id: string;
    group_id: string;
    banlist_id: string;
    bucket_id: string;
  };
  const ask = async (after: string | null) => {
    const query = after === null ? {} : { after };
    return told(await rest.call(`${resource}Page`, { params, query }), (data) => data);
  };
  const first = await ask(null);
  if (first === null) return null;
  const rows: unknown[] = [...first.rows];
  for (let { next } = first; next !== null;) {
    if (!meant()) throw new LeftError();
    const page = await ask(next);
    if (page === null) return null;
    rows.push(...page.rows);
    next = page.next;
  }
  const data = { resource, ...owner, position: first.position, rows } as RowsAnswer;
  return { source: 'rest', event: 'rows', at: clock.now(), data };
}

/** The newest lines of a feed or a console, whole or filtered. */
async function entries(
  rest: RestClient,
  clock: Clock,
  server_id: string,
  audience: 'feed' | 'console' | FilteredStream,
): Promise<DomainEvent | null> {
  const asked = { params: { server_id }, query: { limit: NEWEST_ENTRIES } };
  const at = () => clock.now();
  const page = { server_id, older: false };
  switch (audience) {
    case 'feed':
      return told(await rest.call('feedPage', asked), (read) => {
        return { source: 'rest', event: 'feed', at: at(), data: { ...read, ...page } };
      });
    case 'console':
      return told(await rest.call('consolePage', asked), (read) => {
        return { source: 'rest', event: 'console', at: at(), data: { ...read, ...page } };
      });
    case 'feed-filtered':
      return told(await rest.call('feedFilteredPage', asked), (read) => {
        const data = { ...read, ...page, filtered: true };
        return { source: 'rest', event: 'feed', at: at(), data };
      });
    case 'console-filtered':
      return told(await rest.call('consoleFilteredPage', asked), (read) => {
        const data = { ...read, ...page, filtered: true };
        return { source: 'rest', event: 'console', at: at(), data };
      });
  }
}

async function identities(
  rest: RestClient,
  clock: Clock,
  server_id: string,
): Promise<DomainEvent | null> {
  return told(await rest.call('personalPage', { params: { server_id } }), (page) => {
    const data = { ...page, server_id };
    return { source: 'rest', event: 'personal', at: clock.now(), data };
  });
}

function told<T, E>(answer: Outcome<T>, event: (data: T) => E): E | null {
  if (answer.ok) return event(answer.value);
  if (answer.error.kind !== 'problem') throw new SnapshotError(answer.error.kind);
  const { code, status } = answer.error.problem;
  if (code === 'permission-denied' || code === 'not-found' || status === 401) return null;
  throw new SnapshotError(code);
}
