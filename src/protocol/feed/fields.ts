import { z } from 'zod';
import { RCON_STATE, SERVER_ACTION } from '../enumerations.ts';
import { battleyeGuid, hexId, moment } from '../fields.ts';
import { serverFault } from '../servers/fields.ts';

const player = z.object({
  /** The play session; null where the game named somebody who is not known to be there. */
  id: hexId.nullable(),
  muster_id: hexId.nullable(),
  name: z.string(),
});
const actor = z.object({ muster_id: hexId, display_name: z.string() });

/** One thing that happened on a server, as the feed tells it. */
export const feedEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('join'), player, found: z.boolean() }),
  z.object({ kind: z.literal('leave'), player, found: z.boolean() }),
  z.object({ kind: z.literal('chat'), player, channel: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('kick'),
    player,
    by: z.enum(['admin-kick', 'admin-ban', 'battleye']),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal('state'),
    state: z.enum(RCON_STATE),
    offline: z.boolean(),
    error: serverFault.nullable(),
  }),
  /** Somebody used a tool other than this portal. */
  z.object({
    kind: z.literal('rcon-admin'),
    admin: z.int(),
    did: z.enum(['login', 'message-public', 'message-private']),
    to: z.string().nullable(),
    text: z.string(),
  }),
  /** Somebody acted through the portal. */
  z.object({
    kind: z.literal('action'),
    actor,
    action: z.literal(Object.values(SERVER_ACTION)),
    player: player.nullable(),
    /** The message, the reason or the command; null where the viewer may not see commands. */
    text: z.string().nullable(),
    outcome: z.enum(['done', 'no-answer', 'failed']),
  }),
  z.object({
    kind: z.literal('configuration'),
    actor,
    change: z.enum(['created', 'settings', 'permissions', 'deletion-requested']),
  }),
]);
export type FeedEntry = z.infer<typeof feedEntry>;

/** One line of the console. `out` is a command that somebody sent, `answer` what came back for it. */
export const consoleLine = z.object({
  kind: z.literal('console'),
  direction: z.enum(['in', 'out', 'answer']),
  text: z.string(),
  actor: actor.nullable(),
});

/** What only those with `server.view.personal` see: address and identifiers of a play session. */
export const personalEntry = z.object({
  kind: z.literal('personal'),
  player: hexId,
  ip: z.string().nullable(),
  guid: battleyeGuid.nullable(),
  steam_id: z.string().nullable(),
});

/**
 * Cause: something happened on a server that somebody asked to see. The stream tells the audience:
 * feed carries `feedEntry`, console `consoleLine`, feed-personal `personalEntry`.
 */
export const serverFeed = z.object({
  server_id: hexId,
  at: moment,
  entry: z.discriminatedUnion('kind', [feedEntry, consoleLine, personalEntry]),
});
