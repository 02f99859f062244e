import type { BucketType } from '../../../protocol/buckets/limits.ts';

/** A bucket. */
export interface BucketRow {
  readonly id: string;
  /** An account or a group. */
  readonly owner: string;
  readonly owner_kind: 'account' | 'team' | 'organization';
  readonly type: BucketType;
  readonly identifier: string;
  readonly created_at: number;
}

/** A server that uses a bucket. */
export interface BucketServerRow {
  readonly bucket_id: string;
  readonly server_id: string;
  readonly since: number;
}

/** What an entry finds somebody by, as `src/domain/bans/keys.ts` makes it. */
export interface BucketKeyRow {
  readonly key: string;
  readonly bucket_id: string;
  readonly entry_id: string;
}

/** An entry that was removed and can be brought back for a while. */
export interface RemovedBucketEntryRow {
  readonly id: string;
  readonly bucket_id: string;
  /** JSON. */
  readonly data: string;
  readonly keys: readonly string[];
  readonly removed_at: number;
}

export interface BucketTables {
  readonly buckets: BucketRow;
  readonly bucket_servers: BucketServerRow;
  readonly bucket_keys: BucketKeyRow;
  readonly removed_bucket_entries: RemovedBucketEntryRow;
}
