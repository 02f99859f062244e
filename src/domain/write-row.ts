import type { ResourceName, RowOf } from '../protocol/resources/registry.ts';
import type { Write } from '../protocol/resources/resource.ts';

/** A change of a row that a tab asked for, and what became of it: an intention, not a fact of the host. */
export type WriteRow = {
  readonly [R in ResourceName]: {
    /** Of the write; it is no one's but this client's. */
    readonly id: string;
    /** `ownerOf` says whose row it is of. */
    readonly server_id: RowOf<R>['server_id'];
    readonly group_id?: string;
    readonly banlist_id?: string;
    readonly bucket_id?: string;
    readonly resource: R;
    readonly row_id: string;
    readonly write: Write;
    /** What the row has once it is done; null: it is gone. */
    readonly row: RowOf<R> | null;
    readonly at: number;
    /** done: the host did it, and its frame is on the way. */
    readonly state: 'pending' | 'done' | 'failed';
    /** Where the stream tells of it; null before it is done. */
    readonly position: number | null;
    /** The error's code. */
    readonly error: string | null;
  };
}[ResourceName];
