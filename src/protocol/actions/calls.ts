import { z } from 'zod';
import { write } from '../call.ts';
import { SERVER_ACTION } from '../enumerations.ts';
import type { ServerPermission } from '../permissions.ts';
import { hexId } from '../fields.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\r\n]*$/, 'one-line');

/** A message to players: 1 to 256 characters, one line. */
export const messageText = line(256).min(1);
/** A command for the console: 1 to 256 characters, one line. */
export const consoleCommand = line(256).min(1);
/** Why a player is kicked: at most 128 characters, one line; may be empty. */
export const kickReason = line(128);

/**
 * What is asked of a game. A player is named by the play session (`player_id`), never by a slot
 * number: who that is is re-read from the game at the moment of acting.
 */
export const gameActionBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal(SERVER_ACTION.RAW), command: consoleCommand }),
  z.object({ action: z.literal(SERVER_ACTION.MESSAGE_PUBLIC), text: messageText }),
  z.object({
    action: z.literal(SERVER_ACTION.MESSAGE_PRIVATE),
    player_id: hexId,
    text: messageText,
  }),
  z.object({ action: z.literal(SERVER_ACTION.SERVER_LOCK) }),
  z.object({ action: z.literal(SERVER_ACTION.SERVER_UNLOCK) }),
  z.object({ action: z.literal(SERVER_ACTION.SERVER_RESTART) }),
  z.object({
    action: z.literal(SERVER_ACTION.SERVER_KICK),
    player_id: hexId,
    reason: kickReason,
  }),
]);
export type GameActionRequest = z.infer<typeof gameActionBody>;

/** What is asked of a server: of its game, or of Muster itself. */
export const serverActionBody = z.discriminatedUnion('action', [
  ...gameActionBody.options,
  z.object({ action: z.literal(SERVER_ACTION.WHITELIST_PAUSE) }),
  z.object({ action: z.literal(SERVER_ACTION.WHITELIST_RESUME) }),
]);
export type ServerActionRequest = z.infer<typeof serverActionBody>;
export type WhitelistAction = Exclude<ServerActionRequest, GameActionRequest>['action'];

/** Whether Muster does it by itself, connected or not. */
export function isWhitelistAction(action: number): action is WhitelistAction {
  return action === SERVER_ACTION.WHITELIST_PAUSE || action === SERVER_ACTION.WHITELIST_RESUME;
}

/** The permission that each action needs. */
export const ACTION_PERMISSION: Readonly<Record<ServerActionRequest['action'], ServerPermission>> =
  {
    [SERVER_ACTION.RAW]: 'server.action.console',
    [SERVER_ACTION.MESSAGE_PUBLIC]: 'server.action.message-public',
    [SERVER_ACTION.MESSAGE_PRIVATE]: 'server.action.message-private',
    [SERVER_ACTION.SERVER_LOCK]: 'server.action.lock',
    [SERVER_ACTION.SERVER_UNLOCK]: 'server.action.lock',
    [SERVER_ACTION.SERVER_RESTART]: 'server.action.shutdown',
    [SERVER_ACTION.SERVER_KICK]: 'server.action.kick',
    [SERVER_ACTION.WHITELIST_PAUSE]: 'server.whitelist.modify',
    [SERVER_ACTION.WHITELIST_RESUME]: 'server.whitelist.modify',
  };

/** The call needs `server.view`; each action then needs its own permission of `ACTION_PERMISSION`. */
export const serverAction = write({
  name: 'server-action',
  path: '/app/v1/server/:server_id/action',
  summary:
    'Send an action to the game server and wait for its answer, or pause or resume its whitelist.',
  body: {
    /** Chosen by the client: the same request sent twice is done once and answered alike. */
    request_id: hexId,
    request: serverActionBody,
  },
  answer: z.object({
    status: z.literal(true),
    /** The game server's own words; often empty. */
    answer: z.string(),
  }),
  errors: [
    'not-connected',
    'no-answer',
    'player-gone',
    'player-ambiguous',
    'action-unsupported',
    'whitelist-off',
  ],
  access: 'server.view',
  limit: { max: 120, seconds: 60, by: 'account' },
});
