/** What a host says of the account that is signed in, of what it has for itself, and of its groups. */
import {
  isOfBanList,
  isOfBucket,
  isOfGroup,
  isOwn,
  isPaged,
  type PagedRow,
} from '../../src/protocol/resources/registry.ts';
import type { SessionData } from '../../src/protocol/session/fields.ts';
import {
  GROUP_STREAM,
  parseStream,
  scopeOfTopic,
  opensStream,
  type GroupStream,
  type Topic,
} from '../../src/protocol/streams.ts';
import type { World } from '../../src/testing/world.ts';
import type { HttpRequest } from '../../src/worker/environment.ts';
import { pageOf, pageWith, problem, type Answered } from './fake-resources.ts';

/** Whether somebody is signed in. */
export function statusOf(session: SessionData | null): unknown {
  return {
    session: { expires_at: session?.expires_at ?? null },
    state: { login: session === null ? 'NOT_LOGGED_IN' : 'LOGGED_IN' },
    user: {
      authenticated: session !== null,
      logged: session !== null,
      muster_id: session?.muster_id ?? null,
    },
  };
}

/** The stream of a topic of a server or a group, or with null of what the account has for itself. */
export function streamOf(
  { muster_id }: World,
  ownerId: string | null,
  topic: Exclude<Topic, 'presence'>,
): string {
  return `${scopeOfTopic(topic)}/${ownerId ?? muster_id}/${topic}`;
}

/** Where a stream stands that is no server's. */
export function headOf(world: World, stream: string): number {
  const name = parseStream(stream);
  if (name?.resource === 'own') return world.own[name.audience].head;
  if (name?.resource === 'group') return world.groups.rows.get(name.id)?.[name.audience].head ?? 0;
  return world.session().position;
}

/** Answers a call for what a group has; null where it is none. */
export function answerOfGroup(
  world: World,
  [scope = '', id = '', segment = '']: readonly string[],
  query: URLSearchParams,
): Answered | null {
  if (scope !== 'group') return null;
  const resource = segment.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase());
  const held = isOfGroup(resource) ? world.groups.rows.get(id)?.[resource] : undefined;
  if (held === undefined || !isOfGroup(resource)) return null;
  if (!mayFollowGroup(world, id, resource))
    return { ...problem(403, 'permission-denied'), frames: [] };
  const rows = [...held.rows.values()];
  const body = isPaged(resource)
    ? pageOf(resource, rows as PagedRow[], held.head, query)
    : pageWith(held.head, rows);
  return { status: 200, body, frames: [] };
}

/** Whether the account may follow a stream. */
export function mayFollow(world: World, stream: string): boolean {
  const name = parseStream(stream);
  if (name?.resource === 'group') return mayFollowGroup(world, name.id, name.audience);
  if (name?.resource !== 'server') return true;
  return opensStream(world.session().servers[name.id] ?? [], name.audience);
}

/** Whether the account may hear a topic of a server or a group, or with null of its own. */
export function gives(world: World, ownerId: string | null, topic: Topic): boolean {
  if (isOwn(topic)) return ownerId === null;
  if (ownerId === null) return false;
  if (isOfGroup(topic)) return mayFollowGroup(world, ownerId, topic);
  // A made-up world has no ban lists and no buckets.
  if (isOfBanList(topic) || isOfBucket(topic)) return false;
  const held = world.session().servers[ownerId] ?? [];
  return opensStream(held, topic === 'presence' ? 'list' : topic);
}

function mayFollowGroup(world: World, id: string, topic: GroupStream): boolean {
  return world.session().groups?.[id]?.includes(GROUP_STREAM[topic]) ?? false;
}

/** Answers a call about what the account has for itself; null where it is none. */
export function answerOwn(
  world: World,
  [scope = '', id = '', what]: readonly string[],
  { method, body }: HttpRequest,
  query: URLSearchParams,
): Answered | null {
  if ((scope === '@me' || scope === 'host') && isOwn(id) && method === 'GET') {
    const { head, rows } = world.own[id];
    if (isPaged(id)) {
      const body = pageOf(id, [...rows.values()] as PagedRow[], head, query);
      return { status: 200, body, frames: [] };
    }
    return { status: 200, body: pageWith(head, [...rows.values()]), frames: [] };
  }
  const row = scope === 'display' ? world.own.displays.rows.get(id) : undefined;
  if (row === undefined) return null;
  const { acsrf_token: _, ...values } = JSON.parse(body ?? '{}') as {
    acsrf_token: string;
    wall_id?: string;
  };
  if (values.wall_id === NO_WALL) return { ...problem(404, 'not-found'), frames: [] };
  const frame =
    what === 'revoke'
      ? world.removeOwn('displays', id)
      : world.putOwn('displays', { ...row, ...values });
  return { status: 200, body: { position: frame.seq }, frames: [frame] };
}

/** A wall that the host does not know. */
export const NO_WALL = '0'.repeat(24);
