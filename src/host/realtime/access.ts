import type { GroupPermission } from '../../domain/permissions.ts';
import type {
  BanListPermission,
  BucketPermission,
  ServerPermission,
} from '../../protocol/permissions.ts';
import { isOfBanList, isOfBucket, isOfGroup, isOwn } from '../../protocol/resources/registry.ts';
import {
  accountStream,
  BAN_LIST_STREAM,
  BUCKET_STREAM,
  GROUP_STREAM,
  opensStream,
  parseStream,
  SERVER_STREAM,
  serverStream,
  type Topic,
} from '../../protocol/streams.ts';

/**
 * What an account may do with each server, group, ban list and bucket that it may see, by their ids; with a restricted server
 * nothing: that it rests is told.
 */
export type Granted = ReadonlyMap<string, Held>;
type Held = readonly (ServerPermission | GroupPermission | BanListPermission | BucketPermission)[];

/** The streams that come by themselves: the account's, and the list stream of every visible server. */
export function standingStreams(accountId: string, granted: Granted): readonly string[] {
  const servers = [...granted]
    .filter(([, permissions]) => followsList(permissions))
    .map(([id]) => serverStream(id, 'list'));
  return [accountStream(accountId), ...servers];
}

/** Whether an account may follow a stream. */
export function mayFollow(accountId: string, granted: Granted, stream: string): boolean {
  const name = parseStream(stream);
  if (name === null) return false;
  if (name.resource === 'group') {
    return granted.get(name.id)?.includes(GROUP_STREAM[name.audience]) ?? false;
  }
  if (name.resource === 'banlist') {
    return granted.get(name.id)?.includes(BAN_LIST_STREAM[name.audience]) ?? false;
  }
  if (name.resource === 'bucket') {
    return granted.get(name.id)?.includes(BUCKET_STREAM[name.audience]) ?? false;
  }
  if (name.resource !== 'server') return name.id === accountId;
  const held = granted.get(name.id);
  if (held === undefined) return false;
  return name.audience === 'list' ? followsList(held) : opensStream(held, name.audience);
}

function followsList(held: Held): boolean {
  return isResting(held) || held.includes(SERVER_STREAM.list);
}

/** The list streams of the servers that rest: of what is told on them, little is for anybody. */
export function restingStreams(granted: Granted): ReadonlySet<string> {
  const resting = [...granted].filter(([, held]) => isResting(held));
  return new Set(resting.map(([id]) => serverStream(id, 'list')));
}

/** Whoever sees a server and may do nothing with it sees a restricted one. Of a group that one sees one may do something. */
function isResting(held: Held): boolean {
  return held.length === 0;
}

/**
 * Whether an account may follow a topic of a server, a group, a ban list or a bucket, or with null one of its own. Who looks at a
 * server is for those who see it.
 */
export function mayHear(granted: Granted, ownerId: string | null, topic: Topic): boolean {
  if (isOwn(topic)) return ownerId === null;
  const held = ownerId === null ? undefined : granted.get(ownerId);
  if (held === undefined) return false;
  if (isOfGroup(topic)) return held.includes(GROUP_STREAM[topic]);
  if (isOfBanList(topic)) return held.includes(BAN_LIST_STREAM[topic]);
  if (isOfBucket(topic)) return held.includes(BUCKET_STREAM[topic]);
  return opensStream(held, topic === 'presence' ? 'list' : topic);
}
