import type { Generated } from 'kysely';
import type {
  QueueSyncCause,
  QueueSyncProtocol,
  QueueSyncSecret,
} from '../../../protocol/queue-sync/limits.ts';

/** Where the file of queue priority of a server goes, and how that stands. */
export interface QueueSyncRow {
  readonly server_id: string;
  readonly protocol: QueueSyncProtocol;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly folder: string;
  readonly secret_kind: QueueSyncSecret;
  /** Sealed with the host's key, which is not in the database. */
  readonly sealed_secret: Buffer;
  readonly trusted_key: string | null;
  readonly shown_key: string | null;
  readonly changed_at: number;
  /** How often somebody asked that it be looked at. */
  readonly asked: Generated<number>;
  /** When it is looked at next. */
  readonly due_at: number;
  /** Who writes the file now, and until when it is theirs, by the database's clock. */
  readonly leased_by: Generated<string | null>;
  readonly lease_until: Generated<number>;
  readonly synced_at: Generated<number | null>;
  readonly tried_at: Generated<number | null>;
  /** Why the last try failed. */
  readonly cause: Generated<QueueSyncCause | null>;
  readonly failing_since: Generated<number | null>;
  /** Tries in vain since it last worked. */
  readonly tries: Generated<number>;
  readonly people: Generated<number>;
  readonly without_id: Generated<number>;
  readonly foreign_people: Generated<number>;
  /** Keyed hashes of those whom Muster put into the file, or was about to. */
  readonly written: Generated<string[]>;
}

export interface QueueSyncTables {
  readonly queue_syncs: QueueSyncRow;
}
