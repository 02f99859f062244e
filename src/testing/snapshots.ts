import type { DomainEvent } from '../domain/event.ts';
import type { RowsAnswer } from '../domain/resources/reduce.ts';
import {
  isPaged,
  isResource,
  type PagedOf,
  type ScopedName,
} from '../protocol/resources/registry.ts';
import { serverStream, type FilteredStream, type Topic } from '../protocol/streams.ts';
import type { World } from './world.ts';
import type { WorldServer } from './world-server.ts';

/** What the host answers to `@me/session` and `servers/list` now, as events: how a client begins. */
export function openingEvents(world: World): readonly DomainEvent[] {
  const { at } = world;
  const servers = world.servers
    .filter((server) => !server.destroyed)
    .map((server) => world.snapshot(server));
  return [
    { source: 'rest', event: 'session', at, data: world.session() },
    { source: 'rest', event: 'servers', at, data: { servers, whole: true } },
  ];
}

/** What a client can follow of a server with a stream. */
type ServerTopic = Exclude<
  Topic,
  | 'presence'
  | FilteredStream
  | ScopedName<'account' | 'group' | 'banlist' | 'bucket'>
  | PagedOf<'account' | 'group' | 'banlist' | 'bucket' | 'host'>
>;

/** What comes when a client begins to follow topics of a server: pages, or the head of a stream. */
export function followingEvents(
  world: World,
  server: WorldServer,
  topics: readonly ServerTopic[],
  limit = 100,
): readonly DomainEvent[] {
  return topics.map((topic) => followingEvent(world, server, topic, limit));
}

function followingEvent(
  { at }: World,
  server: WorldServer,
  topic: ServerTopic,
  limit: number,
): DomainEvent {
  const server_id = server.id;
  const position = server.heads[topic];
  if (isResource(topic)) {
    const rows = [...server.rows[topic].values()];
    const data = { resource: topic, server_id, position, rows } as RowsAnswer;
    return { source: 'rest', event: 'rows', at, data };
  }
  const stream = { stream: serverStream(server_id, topic), head: position, resumed: false };
  const attached = { server_id, attached: [stream], detached: [], refused: [] };
  if (isPaged(topic)) {
    return { source: 'realtime', event: 'event_subscription', at, data: attached };
  }
  switch (topic) {
    case 'feed': {
      const entries = server.feed.slice(-limit);
      const more = server.feed.length > limit;
      const data = { server_id, position, entries, more, older: false };
      return { source: 'rest', event: 'feed', at, data };
    }
    case 'console': {
      const entries = server.console.slice(-limit);
      const more = server.console.length > limit;
      const data = { server_id, position, entries, more, older: false };
      return { source: 'rest', event: 'console', at, data };
    }
    case 'feed-personal': {
      const data = { server_id, position, entries: [...server.identities.values()] };
      return { source: 'rest', event: 'personal', at, data };
    }
    case 'metrics':
      return { source: 'realtime', event: 'event_subscription', at, data: attached };
  }
}

/** A page of everything that the host keeps, as if what is before the held entries had been asked for. */
export function olderEvent(
  { at }: World,
  server: WorldServer,
  table: 'feed' | 'console',
): DomainEvent {
  const page = { server_id: server.id, position: server.heads[table], more: false, older: true };
  return table === 'feed'
    ? { source: 'rest', event: 'feed', at, data: { ...page, entries: [...server.feed] } }
    : { source: 'rest', event: 'console', at, data: { ...page, entries: [...server.console] } };
}

/** A page of so many entries before the position `before`; `said`: it tells before which it was asked for. */
export function olderPage(
  { at }: World,
  server: WorldServer,
  asked: {
    readonly table: 'feed' | 'console';
    readonly before: number;
    readonly count: number;
    readonly said: boolean;
  },
): DomainEvent {
  const { table, before, count, said } = asked;
  const begin = Math.max(0, before - 1 - count);
  const within = ({ seq }: { readonly seq: number }) => seq > begin && seq < before;
  const page = {
    server_id: server.id,
    position: server.heads[table],
    more: begin > 0,
    older: true,
    before: said ? before : undefined,
  };
  return table === 'feed'
    ? { source: 'rest', event: 'feed', at, data: { ...page, entries: server.feed.filter(within) } }
    : {
        source: 'rest',
        event: 'console',
        at,
        data: { ...page, entries: server.console.filter(within) },
      };
}
