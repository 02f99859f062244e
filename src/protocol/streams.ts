/**
 * A stream is one resource for one audience, with a sequence of its own from 1 upwards without holes.
 * Permissions choose streams, never fields within a frame.
 */
import type { ServerPermission } from './permissions.ts';
import type { Scope } from './resources/resource.ts';
import {
  isOfBanList,
  isOfBucket,
  isOfGroup,
  isOwn,
  isPaged,
  isResource,
  PAGED,
  PAGED_RESOURCE,
  RESOURCE,
  RESOURCES,
  scopeOf,
  type PagedName,
  type PagedOf,
  type ResourceName,
  type ScopedName,
} from './resources/registry.ts';

/** The permission that each resource of a scope needs, by its name. */
function readsOf<S extends Scope>(scope: S) {
  const names = RESOURCE.filter((name) => scopeOf(name) === scope);
  return Object.fromEntries(names.map((name) => [name, RESOURCES[name].read])) as {
    readonly [R in ScopedName<S>]: (typeof RESOURCES)[R]['read'];
  };
}

function pagedReadsOf<S extends 'server' | 'group' | 'banlist' | 'bucket'>(scope: S) {
  const names = PAGED_RESOURCE.filter((name) => PAGED[name].scope === scope);
  return Object.fromEntries(names.map((name) => [name, PAGED[name].read])) as {
    readonly [R in PagedOf<S>]: (typeof PAGED)[R]['read'];
  };
}

/** The streams of a server, with the permission that each needs. */
export const SERVER_STREAM = {
  list: 'server.view',
  metrics: 'server.view',
  feed: 'server.view.feed',
  console: 'server.view.console',
  'feed-personal': 'server.view.personal',
  'feed-filtered': 'server.view.filtered',
  'console-filtered': 'server.view.filtered',
  ...readsOf('server'),
  ...pagedReadsOf('server'),
} as const satisfies Readonly<Record<string, ServerPermission>>;
export type ServerStream = keyof typeof SERVER_STREAM;

/** Streams that tell of another one what is there without the permission for personal information. */
export const FILTERED_STREAM = {
  'feed-filtered': 'feed',
  'console-filtered': 'console',
} as const satisfies { readonly [S in ServerStream]?: ServerStream };
export type FilteredStream = keyof typeof FILTERED_STREAM;

export function isFiltered(audience: string): audience is FilteredStream {
  return Object.hasOwn(FILTERED_STREAM, audience);
}

type Whole<A extends string> = A extends FilteredStream ? (typeof FILTERED_STREAM)[A] : A;

/** The stream that one is told of: itself, unless it is filtered. */
export function wholeOf<A extends string>(audience: A): Whole<A> {
  return (isFiltered(audience) ? FILTERED_STREAM[audience] : audience) as Whole<A>;
}

/** Whether permissions on a server open a stream of it. Whoever may read the whole of one is not told it filtered. */
export function opensStream(held: readonly string[], audience: ServerStream): boolean {
  if (!held.includes(SERVER_STREAM[audience])) return false;
  return !isFiltered(audience) || !held.includes(SERVER_STREAM[wholeOf(audience)]);
}

/** The streams of a group, with the permission that each needs. */
export const GROUP_STREAM = { ...readsOf('group'), ...pagedReadsOf('group') } as const;
export type GroupStream = keyof typeof GROUP_STREAM;

/** The streams of a ban list, with the permission that each needs. */
export const BAN_LIST_STREAM = { ...readsOf('banlist'), ...pagedReadsOf('banlist') } as const;
export type BanListStream = keyof typeof BAN_LIST_STREAM;

/** The streams of a bucket, with the permission that each needs. */
export const BUCKET_STREAM = { ...readsOf('bucket'), ...pagedReadsOf('bucket') } as const;
export type BucketStream = keyof typeof BUCKET_STREAM;

/**
 * Whether nobody catches up with what a stream told: it goes on from where it stands. Metrics tell of moments, and
 * pages are asked for again.
 */
export function startsAnew(
  name: StreamName | null,
): name is Exclude<StreamName, { resource: 'account' }> {
  if (name === null || name.resource === 'account') return false;
  return name.audience === 'metrics' || isPaged(name.audience);
}

/**
 * What a client can ask to follow of one server, group, ban list or bucket, and what an account has for itself. Presence has no
 * history, so it has no stream.
 */
export const TOPIC = [
  'metrics',
  'feed',
  'console',
  'feed-personal',
  'feed-filtered',
  'console-filtered',
  'presence',
  ...RESOURCE,
  ...PAGED_RESOURCE,
] as const;
export type Topic = (typeof TOPIC)[number];

/** Whose a topic is of. */
export function scopeOfTopic(topic: Topic): Scope {
  if (isOwn(topic)) return 'account';
  if (isOfGroup(topic)) return 'group';
  if (isOfBanList(topic)) return 'banlist';
  if (isOfBucket(topic)) return 'bucket';
  return isResource(topic) ? scopeOf(topic) : 'server';
}

/** `server/<id>/<audience>`. */
export function serverStream(serverId: string, audience: ServerStream): string {
  return `server/${serverId}/${audience}`;
}

/** `account/<muster_id>`. */
export function accountStream(musterId: string): string {
  return `account/${musterId}`;
}

/** The stream of a resource: `server/<id>/<name>`, its like of a group, a ban list or a bucket, or `account/<muster_id>/<name>` of its own. */
export function resourceStream(resource: ResourceName | PagedName, ownerId: string): string {
  return `${scopeOfTopic(resource)}/${ownerId}/${resource}`;
}

export type StreamName =
  | { readonly resource: 'server'; readonly id: string; readonly audience: ServerStream }
  | { readonly resource: 'group'; readonly id: string; readonly audience: GroupStream }
  | { readonly resource: 'banlist'; readonly id: string; readonly audience: BanListStream }
  | { readonly resource: 'bucket'; readonly id: string; readonly audience: BucketStream }
  | { readonly resource: 'account'; readonly id: string }
  /** What an account has for itself. */
  | {
      readonly resource: 'own';
      readonly id: string;
      readonly audience: ScopedName<'account'> | PagedOf<'account' | 'host'>;
    };

const ACCOUNT = 'account/';
const SERVER = 'server/';
const GROUP = 'group/';
const BAN_LIST = 'banlist/';
const BUCKET = 'bucket/';

/** The parts of a stream's name; null where it is none of ours. Every frame passes here. */
export function parseStream(stream: string): StreamName | null {
  if (stream.startsWith(SERVER)) {
    const end = stream.indexOf('/', SERVER.length);
    const audience = end === -1 ? undefined : AUDIENCES.get(stream.slice(end + 1));
    if (audience === undefined || end === SERVER.length) return null;
    return { resource: 'server', id: stream.slice(SERVER.length, end), audience };
  }
  if (stream.startsWith(GROUP)) {
    const [id = '', audience = '', ...more] = stream.slice(GROUP.length).split('/');
    const isOurs = id !== '' && more.length === 0 && isOfGroup(audience);
    return isOurs ? { resource: 'group', id, audience } : null;
  }
  if (stream.startsWith(BAN_LIST)) {
    const [id = '', audience = '', ...more] = stream.slice(BAN_LIST.length).split('/');
    const isOurs = id !== '' && more.length === 0 && isOfBanList(audience);
    return isOurs ? { resource: 'banlist', id, audience } : null;
  }
  if (stream.startsWith(BUCKET)) {
    const [id = '', audience = '', ...more] = stream.slice(BUCKET.length).split('/');
    const isOurs = id !== '' && more.length === 0 && isOfBucket(audience);
    return isOurs ? { resource: 'bucket', id, audience } : null;
  }
  if (!stream.startsWith(ACCOUNT)) return null;
  const [id = '', audience, ...more] = stream.slice(ACCOUNT.length).split('/');
  if (id === '' || more.length > 0) return null;
  if (audience === undefined) return { resource: 'account', id };
  return isOwn(audience) ? { resource: 'own', id, audience } : null;
}

/** `server/<id>/presence` stands among streams for who looks at a server, and is none: the server's id, or null. */
export function presenceOf(name: string): string | null {
  return /^server\/([^/]+)\/presence$/.exec(name)?.[1] ?? null;
}

/** Whether this is the name of a server's stream; as `serverStream` would tell, and makes no string. */
export function isServerStream(stream: string, serverId: string, audience: ServerStream): boolean {
  const end = SERVER.length + serverId.length;
  if (stream.length !== end + 1 + audience.length || stream.charCodeAt(end) !== SLASH) return false;
  return (
    holds(stream, audience, end + 1) &&
    holds(stream, SERVER, 0) &&
    stream.startsWith(serverId, SERVER.length)
  );
}

const SLASH = '/'.charCodeAt(0);

/** As `startsWith`, which is called and not compiled in: for parts that are short. */
function holds(text: string, part: string, from: number): boolean {
  for (let at = 0; at < part.length; at++) {
    if (text.charCodeAt(from + at) !== part.charCodeAt(at)) return false;
  }
  return true;
}

const AUDIENCES: ReadonlyMap<string, ServerStream> = new Map(
  (Object.keys(SERVER_STREAM) as ServerStream[]).map((audience) => [audience, audience]),
);
