import type { ServerPermission } from '../../protocol/permissions.ts';
import { isOwn } from '../../protocol/resources/registry.ts';
import {
  accountStream,
  parseStream,
  SERVER_STREAM,
  serverStream,
  type Topic,
} from '../../protocol/streams.ts';

/** What an account may do with each server that it may see; with a restricted one nothing: its row alone is told. */
export type GrantedServers = ReadonlyMap<string, readonly ServerPermission[]>;

/** The streams that come by themselves: the account's, and the list stream of every visible server. */
export function standingStreams(accountId: string, granted: GrantedServers): readonly string[] {
  const servers = [...granted]
    .filter(([, permissions]) => followsList(permissions))
    .map(([id]) => serverStream(id, 'list'));
  return [accountStream(accountId), ...servers];
}

/** Whether an account may follow a stream. */
export function mayFollow(accountId: string, granted: GrantedServers, stream: string): boolean {
  const name = parseStream(stream);
  if (name === null) return false;
  if (name.resource !== 'server') return name.id === accountId;
  const held = granted.get(name.id);
  if (held === undefined) return false;
  return name.audience === 'list' ? followsList(held) : held.includes(SERVER_STREAM[name.audience]);
}

/** A restricted server says on it that it is deleted, or that it is restricted no longer, and nothing else. */
function followsList(held: readonly ServerPermission[]): boolean {
  return held.length === 0 || held.includes(SERVER_STREAM.list);
}

/**
 * Whether an account may follow a topic of a server, or with null one of its own. Who looks at a server is for those
 * who see it.
 */
export function mayHear(granted: GrantedServers, serverId: string | null, topic: Topic): boolean {
  if (isOwn(topic)) return serverId === null;
  if (serverId === null) return false;
  const needed = topic === 'presence' ? SERVER_STREAM.list : SERVER_STREAM[topic];
  return granted.get(serverId)?.includes(needed) ?? false;
}
