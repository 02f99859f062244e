import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { isDestructive } from '../../domain/actions/destructive.ts';
import {
  consoleCommand,
  messageText,
  type ServerActionRequest,
} from '../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { mayAsk, reasonText, whyNot, type Action } from '../actions/why-not.ts';

export const SEND_KINDS = ['command', 'announce', 'lock', 'unlock', 'restart'] as const;
export type SendKind = (typeof SEND_KINDS)[number];

export const SEND_ACTION: Readonly<Record<SendKind, Action>> = {
  command: SERVER_ACTION.RAW,
  announce: SERVER_ACTION.MESSAGE_PUBLIC,
  lock: SERVER_ACTION.SERVER_LOCK,
  unlock: SERVER_ACTION.SERVER_UNLOCK,
  restart: SERVER_ACTION.SERVER_RESTART,
};

/** The rule for the words that a kind needs; null where it needs none. */
export function wordsRule(kind: SendKind) {
  if (kind === 'command') return consoleCommand;
  return kind === 'announce' ? messageText : null;
}

/** What is sent, with words that keep their rule. */
export function requestOf(kind: SendKind, words: string): ServerActionRequest {
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
  }
}

/** Whether it is asked about first: as on the screens, and a command that takes something from people. */
export function asksFirst(kind: SendKind, words: string): boolean {
  return kind === 'command' ? isDestructive(words) : kind !== 'announce';
}

/** Why a server cannot be sent it; `permission` where it is not the account's to do, null where it can. */
export function whyNotTo(
  account: AccountRow,
  server: ServerStanding,
  kind: SendKind,
): { readonly kind: 'permission' } | { readonly kind: 'now'; readonly text: string } | null {
  const action = SEND_ACTION[kind];
  if (!mayAsk(account, server.id, action)) return { kind: 'permission' };
  const why = whyNot(server, action);
  return why === null ? null : { kind: 'now', text: reasonText(why, server, action) };
}
