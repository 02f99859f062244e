/** What a filter would have found of what is kept: the same term that is asked at the doors, asked of then. */
import type { FilterBucketType } from '../../protocol/buckets/limits.ts';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import type { HistoryKind } from '../../protocol/history/kinds.ts';

/** The kind of the past in which a filter finds something. */
export const PAST_KIND = { NAME_FILTER: 'join', CHAT_FILTER: 'chat' } as const satisfies Readonly<
  Record<FilterBucketType, HistoryKind>
>;

export interface PastHit {
  /** Tells it from others: a name counts once, each line by itself. */
  readonly key: string;
  readonly name: string;
  /** What was said; null: the name itself was found. */
  readonly said: string | null;
  readonly at: number;
}

/** Those of some entries that it finds, in their order. */
export function pastHits(
  entries: readonly HistoryEntry[],
  type: FilterBucketType,
  matches: (text: string) => boolean,
): readonly PastHit[] {
  return entries.flatMap(({ of, server_id, seq, at, entry }): readonly PastHit[] => {
    if (of !== 'feed') return [];
    if (type === 'NAME_FILTER' && entry.kind === 'join' && matches(entry.player.name)) {
      const { name } = entry.player;
      return [{ key: name, name, said: null, at }];
    }
    if (type === 'CHAT_FILTER' && entry.kind === 'chat' && matches(entry.text)) {
      const name = entry.player?.name ?? '';
      return [{ key: `${server_id} ${seq}`, name, said: entry.text, at }];
    }
    return [];
  });
}
