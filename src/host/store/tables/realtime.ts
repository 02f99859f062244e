import type { ColumnType, Generated } from 'kysely';

/** The head of one stream. Its row lock orders the stream. */
export interface StreamHeadRow {
  readonly stream: string;
  /** The newest position; 0 before the first. */
  readonly head: number;
  /** Cursors from here on can be resumed: what was told after it is all there. */
  readonly floor: Generated<number>;
}

/** One event as it was told, without anything that a person may ask to have erased. */
export interface EventLogRow {
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  readonly event: string;
  readonly data: ColumnType<unknown, string, never>;
}

/** What belongs into an event's data and can be erased: a partial of the data, by whom it is about. */
export interface EventPersonalRow {
  readonly stream: string;
  readonly seq: number;
  /** A muster_id, or the play session's id where the player was not known yet, or empty for nobody. */
  readonly subject: string;
  readonly data: ColumnType<unknown, string, never>;
}

export interface RealtimeTables {
  readonly streams: StreamHeadRow;
  readonly event_log: EventLogRow;
  readonly event_personal: EventPersonalRow;
}
