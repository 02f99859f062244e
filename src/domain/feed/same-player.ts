import type { FeedEntry } from '../../protocol/feed/fields.ts';

/** Somebody as an entry of the feed names them. */
export type FeedPlayer = Extract<FeedEntry, { kind: 'death' }>['player'];

/** Somebody, with every id that leads to them, as far as the host has said. */
export interface FeedPerson extends FeedPlayer {
  readonly ids: readonly string[];
}

/** Whether an entry names a person, under whichever of their ids it was told. */
export function isPerson(player: FeedPlayer, person: FeedPerson): boolean {
  if (player.muster_id !== null && person.ids.includes(player.muster_id)) return true;
  return isSamePlayer(player, person);
}

/** Whether two are the same person: of one stay, or known as one. Names tell nothing. */
export function isSamePlayer(a: FeedPlayer, b: FeedPlayer): boolean {
  return (a.id !== null && a.id === b.id) || (a.muster_id !== null && a.muster_id === b.muster_id);
}
