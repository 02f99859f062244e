import { z } from 'zod';
import { hexId, moment, personName, streamName, words } from '../fields.ts';
import { personal } from '../marks.ts';

/** A stream that the socket now follows. */
const attached = z.object({
  stream: streamName,
  /** The newest position of the stream at this moment. */
  head: z.int().min(0),
  /** Everything after the cursor that was offered follows; otherwise a snapshot must be taken. */
  resumed: z.boolean(),
});

/** Cause: the answer to connecting. */
export const ack = z.object({
  protocol: z.int(),
  build: words,
  muster_id: hexId,
  /** Milliseconds between keepalives. */
  keepalive: z.int().min(1),
  streams: z.array(attached),
});

/** Cause: each 15 s (`sent` null), and at once as the echo of the client's own keepalive. */
export const keepalive = z.object({ sent: z.number().nullable() });

/** Cause: the streams' history is gone, or the client could not follow: drop the cursors, take a snapshot. */
export const refresh = z.object({
  reason: z.enum(['expired', 'overflow', 'rebuilt']),
  streams: z.array(attached),
});

/**
 * Cause: the account, its subscription or its permissions changed. On the stream of a display: the wall that it
 * shows, or what it may hear.
 */
export const update = z.object({
  muster_id: hexId,
  reason: z.enum(['account', 'subscription', 'permissions', 'walls']),
});

/** Cause: another session of the account started. */
export const userBootstraped = z.object({ muster_id: hexId, at: moment });

/** Parts of the portal that can be mounted again by themselves; a newer host may name others. */
export const UI_COMPONENT = [
  'frame',
  'dashboard',
  'server-dashboard',
  'add-server',
  'server',
  'inspector',
  'walls',
  'history',
  'people',
] as const;
export type UiComponent = (typeof UI_COMPONENT)[number];

/** Cause: the operator asks that the named components be mounted again (`muster admin reload`). */
export const uiReloadComponents = z.object({ components: z.array(words) });

/** Cause: the answer to subscribing; also when streams come or go with permissions. */
export const eventSubscription = z.object({
  server_id: hexId.nullable(),
  /** Of a group, a ban list or a bucket, where it was asked of one. */
  group_id: hexId.optional(),
  banlist_id: hexId.optional(),
  bucket_id: hexId.optional(),
  /** Streams that are followed from now on. */
  attached: z.array(attached),
  /** Streams that are no longer followed; what they told is to be forgotten. */
  detached: z.array(streamName),
  /** Topics that the account may not see. */
  refused: z.array(words),
});

/** Cause: a notification for the account. */
export const notification = z.object({
  notification_id: hexId,
  event: words,
  server_id: hexId.nullable(),
  muster_id: hexId.nullable(),
  player_name: personal(personName.nullable(), 'muster_id'),
  at: moment,
});
