import type { FeedEntry } from '../../protocol/feed/fields.ts';

/** Somebody as an entry of the feed names them. */
export type FeedPlayer = Extract<FeedEntry, { kind: 'death' }>['player'];

/** Whether two are the same person: of one stay, or known as one. Names tell nothing. */
export function isSamePlayer(a: FeedPlayer, b: FeedPlayer): boolean {
  return (a.id !== null && a.id === b.id) || (a.muster_id !== null && a.muster_id === b.muster_id);
}
