import type { HistoryKind } from '../../../protocol/history/kinds.ts';

/** What an entry of the feed says about one person, to be searched. */
export interface FeedTextRow {
  readonly server_id: string;
  /** What it is found as; of a command, `seq` is its position in the console. null: an older host wrote it. */
  readonly kind: Exclude<HistoryKind, 'audit'> | null;
  /** Its position in the feed. */
  readonly seq: number;
  /** When it happened. */
  readonly at: number;
  /** Whom it is about, as in `event_personal`: it is erased with them. */
  readonly subject: string;
  /** Without case and accents. */
  readonly folded: string;
  /** What an index finds it by. */
  readonly grams: string[];
}

export interface FeedTables {
  readonly feed_texts: FeedTextRow;
}
