import type { ColumnType } from 'kysely';
import type { LockedFor } from '../../../domain/schedules/lock.ts';

/** A JSON column: read as its value, written as text. */
type Json<T> = ColumnType<T, string, string>;

/** How far a host has looked what was due; a server that does nothing by itself has none. */
interface ScheduleStateRow {
  readonly server_id: string;
  /** Epoch ms: what was due until then is done, or told as missed. */
  readonly looked_until: number;
  /** When the game server started, as it is counted from; null: not known. */
  readonly started_at: number | null;
  /** The time zone that it was looked at by; null: not yet. */
  readonly zone: string | null;
  /** The restart that the server is locked for; null: none. */
  readonly locked_for: Json<LockedFor> | null;
}

/** As `PLANS` declares it. */
export interface SchedulePlanRow {
  readonly id: string;
  readonly server_id: string;
  readonly job_id: string | null;
  readonly name: string;
  /** A value of the server action enumeration. */
  readonly action: number;
  readonly due: number;
  readonly at: number | null;
  readonly warnings: Json<{ readonly minutes: number; readonly text: string }[]>;
  readonly lock_before: number | null;
  readonly kick_before: number | null;
  readonly by_id: string;
  readonly changed: number;
}

/** A step that a host has taken. */
interface ScheduleStepRow {
  readonly server_id: string;
  /** Of its job or plan, what it is, and when it was due. */
  readonly key: string;
  /** running: a host does it, or has died in the meantime; ended: it is told what became of it. */
  readonly state: 'running' | 'ended';
  /** What is told of it, but for the outcome. */
  readonly told: Json<unknown>;
  /** The host that took it. */
  readonly run_by: string | null;
  /** When it was due. */
  readonly at: number;
}

export interface ScheduleTables {
  readonly schedule_states: ScheduleStateRow;
  readonly schedule_plans: SchedulePlanRow;
  readonly schedule_steps: ScheduleStepRow;
}
