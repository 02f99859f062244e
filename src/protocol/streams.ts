/**
 * A stream is one resource for one audience, with a sequence of its own from 1 upwards without holes.
 * Permissions choose streams, never fields within a frame.
 */
import type { ServerPermission } from './permissions.ts';

/** The streams of a server, with the permission that each needs. */
export const SERVER_STREAM = {
  list: 'server.view',
  metrics: 'server.view',
  feed: 'server.view.feed',
  console: 'server.view.console',
  'feed-personal': 'server.view.personal',
} as const satisfies Readonly<Record<string, ServerPermission>>;
export type ServerStream = keyof typeof SERVER_STREAM;

/** What a client can ask to follow of one server. Presence has no history, so it has no stream. */
export const TOPIC = ['metrics', 'feed', 'console', 'feed-personal', 'presence'] as const;
export type Topic = (typeof TOPIC)[number];

/** `server/<id>/<audience>`. */
export function serverStream(serverId: string, audience: ServerStream): string {
  return `server/${serverId}/${audience}`;
}

/** `account/<muster_id>`. */
export function accountStream(musterId: string): string {
  return `account/${musterId}`;
}

export type StreamName =
  | { readonly resource: 'server'; readonly id: string; readonly audience: ServerStream }
  | { readonly resource: 'account'; readonly id: string };

/** The parts of a stream's name; null where it is none of ours. */
export function parseStream(stream: string): StreamName | null {
  const [resource, id, audience, ...rest] = stream.split('/');
  if (id === undefined || id === '' || rest.length > 0) return null;
  if (resource === 'account' && audience === undefined) return { resource, id };
  if (resource === 'server' && audience !== undefined && Object.hasOwn(SERVER_STREAM, audience)) {
    return { resource, id, audience: audience as ServerStream };
  }
  return null;
}
