import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** One piece of work. It is done when `done_at` is set, and is kept a day so that its key stays taken. */
export interface JobRow {
  readonly id: GeneratedAlways<number>;
  readonly kind: string;
  /** Unique within the kind: asking twice for the same work is asking once. */
  readonly key: string;
  readonly payload: ColumnType<unknown, string, never>;
  readonly run_at: number;
  readonly attempts: Generated<number>;
  /** Until then the host in `leased_by` has it. */
  readonly lease_until: Generated<number>;
  readonly leased_by: string | null;
  readonly last_error: string | null;
  readonly done_at: number | null;
}

export interface JobTables {
  readonly jobs: JobRow;
}
