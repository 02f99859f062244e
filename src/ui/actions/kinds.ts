import i18next from 'i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { commandNeeds, commandQuestion } from '../../domain/actions/commands.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import {
  ACTION_PERMISSION,
  consoleCommand,
  messageText,
  type ServerActionRequest,
} from '../../protocol/actions/calls.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { TabCommands } from '../data/connect.ts';
import { reasonText, whyNot, type Action } from './why-not.ts';
import type { Deed } from './run.ts';

export const SEND_KINDS = [
  'command',
  'announce',
  'lock',
  'unlock',
  'restart',
  'pauseWhitelist',
  'resumeWhitelist',
] as const;
export type SendKind = (typeof SEND_KINDS)[number];

export const SEND_ACTION: Readonly<Record<SendKind, Action>> = {
  command: SERVER_ACTION.RAW,
  announce: SERVER_ACTION.MESSAGE_PUBLIC,
  lock: SERVER_ACTION.SERVER_LOCK,
  unlock: SERVER_ACTION.SERVER_UNLOCK,
  restart: SERVER_ACTION.SERVER_RESTART,
  pauseWhitelist: SERVER_ACTION.WHITELIST_PAUSE,
  resumeWhitelist: SERVER_ACTION.WHITELIST_RESUME,
};

/** The rule for the words that a kind needs; null where it needs none. */
export function wordsRule(kind: SendKind) {
  if (kind === 'command') return consoleCommand;
  return kind === 'announce' ? messageText : null;
}

function requestOf(kind: SendKind, words: string): ServerActionRequest {
  switch (kind) {
    case 'command':
      return { action: SERVER_ACTION.RAW, command: words };
    case 'announce':
      return { action: SERVER_ACTION.MESSAGE_PUBLIC, text: words };
    case 'lock':
      return { action: SERVER_ACTION.SERVER_LOCK };
    case 'unlock':
      return { action: SERVER_ACTION.SERVER_UNLOCK };
    case 'restart':
      return { action: SERVER_ACTION.SERVER_RESTART };
    case 'pauseWhitelist':
      return { action: SERVER_ACTION.WHITELIST_PAUSE };
    case 'resumeWhitelist':
      return { action: SERVER_ACTION.WHITELIST_RESUME };
  }
}

/** Whether it is asked about first: as on the screens, and a command that takes something from people on any of them. */
export function asksFirst(
  kind: SendKind,
  words: string,
  servers: readonly ServerStanding[],
): boolean {
  if (kind !== 'command') return kind !== 'announce';
  const games = new Set(servers.map(({ configuration }) => gameName(configuration.game)));
  return [...games].some((game) => commandQuestion(game, words) !== null);
}

/** What takes a kind back; the others cannot be taken back. */
const TAKES_BACK = {
  command: null,
  announce: null,
  restart: null,
  lock: 'unlock',
  unlock: 'lock',
  pauseWhitelist: 'resumeWhitelist',
  resumeWhitelist: 'pauseWhitelist',
} as const satisfies Readonly<Record<SendKind, SendKind | null>>;

/** A kind as it is done with many servers, with words that keep their rule. */
export function deedOf(commands: TabCommands, kind: SendKind, words: string): Deed {
  const back = TAKES_BACK[kind];
  return {
    title: kind === 'command' ? shownCommand(words) : i18next.t(`done.${kind}`, { ns: 'many' }),
    ask: (serverId, requestId) => commands.act(serverId, requestId, requestOf(kind, words), null),
    back:
      back === null
        ? null
        : {
            label: i18next.t(`undo.${back}`, { ns: 'many' }),
            deed: () => deedOf(commands, back, ''),
          },
  };
}

/** Why a server cannot be sent it, with these words of a command; `permission` where it is not the account's to do, null where it can. */
export function whyNotTo(
  account: AccountRow,
  server: ServerStanding & Pick<ServerRow, 'environment'>,
  kind: SendKind,
  words = '',
):
  | { readonly kind: 'permission'; readonly needs: readonly ServerPermission[] }
  | { readonly kind: 'now'; readonly text: string }
  | null {
  const action = SEND_ACTION[kind];
  const needs = [
    ACTION_PERMISSION[action],
    ...(kind === 'command' && words !== ''
      ? commandNeeds(gameName(server.configuration.game), words)
      : []),
  ].filter((name) => !may(account, server.id, name));
  if (needs.length > 0) return { kind: 'permission', needs };
  if ((kind === 'lock' || kind === 'unlock') && server.environment.locked === (kind === 'lock')) {
    return { kind: 'now', text: i18next.t(`already.${kind}`, { ns: 'many' }) };
  }
  const why = whyNot(server, action);
  return why === null ? null : { kind: 'now', text: reasonText(why, server, action) };
}
