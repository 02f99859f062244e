/** What is searched of the past, by the kinds that a person chooses from. */
import type { ServerPermission } from '../permissions.ts';

/** `state`: of the server and its connection, and what was changed of either. */
export const HISTORY_KIND = [
  'chat',
  'join',
  'kick',
  'death',
  'action',
  'state',
  'command',
  'audit',
] as const;
export type HistoryKind = (typeof HISTORY_KIND)[number];

/** Which kind an entry of the feed is found as; null: hits are too many to be searched. */
export const KIND_OF_FEED = {
  chat: 'chat',
  join: 'join',
  leave: 'join',
  kick: 'kick',
  'kept-out': 'kick',
  death: 'death',
  hit: null,
  action: 'action',
  'rcon-admin': 'action',
  state: 'state',
  gap: 'state',
  configuration: 'state',
  schedule: 'action',
} as const satisfies Readonly<Record<string, HistoryKind | null>>;

/** The kinds that somebody sees where they hold these permissions, whole or filtered. */
export function kindsSeen(held: ReadonlySet<ServerPermission>): readonly HistoryKind[] {
  const filtered = held.has('server.view.filtered');
  return HISTORY_KIND.filter(
    (kind) => held.has(HISTORY_ACCESS[kind]) || (filtered && kind !== 'audit'),
  );
}

/**
 * Whom each kind is for: who reads it where it happens. Of a feed or a console that somebody reads filtered they find all
 * but by words: those could be of what is left out.
 */
export const HISTORY_ACCESS: Readonly<Record<HistoryKind, ServerPermission>> = {
  chat: 'server.view.feed',
  join: 'server.view.feed',
  kick: 'server.view.feed',
  death: 'server.view.feed',
  action: 'server.view.feed',
  state: 'server.view.feed',
  command: 'server.view.console',
  audit: 'server.view.audit',
};
