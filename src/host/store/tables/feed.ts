/** What an entry of the feed says about one person, to be searched. */
export interface FeedTextRow {
  readonly server_id: string;
  /** Its position in the feed. */
  readonly seq: number;
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
