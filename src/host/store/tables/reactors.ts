import type { Generated } from 'kysely';

/** How far a reactor has come in a stream. Whoever locks the row has the lease of it. */
export interface ReactorCursorRow {
  readonly reactor: string;
  readonly stream: string;
  /** Everything up to it has been decided on. */
  readonly position: number;
  /** The moment from which on the reactor knows the stream. */
  readonly since: number;
  /** How often the next event has failed. */
  readonly attempts: Generated<number>;
  /** It is not tried again before, epoch ms of the database. */
  readonly retry_at: Generated<number>;
}

/** Positions of a stream that a reactor passed by. */
export interface ReactorMissedRow {
  readonly reactor: string;
  readonly stream: string;
  readonly first: number;
  readonly last: number;
  /** Why the event is parked; null: the log had forgotten these before they were read. */
  readonly error: string | null;
  readonly at: number;
}

export interface ReactorTables {
  readonly reactor_cursors: ReactorCursorRow;
  readonly reactor_missed: ReactorMissedRow;
}
