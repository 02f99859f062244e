/**
 * Who may do what with a bucket: the one decision. The host's view `bucket_rights` is its twin in SQL; a property test holds
 * them against each other.
 */
import type { BucketType } from '../../protocol/buckets/limits.ts';
import {
  BUCKET_PERMISSION,
  type BucketPermission,
  type ServerPermission,
} from '../../protocol/permissions.ts';

/** By which permissions on the servers that use a bucket it can be seen, and its entries changed. */
type Needs = {
  readonly [P in Exclude<BucketPermission, 'bucket.modify'>]?: readonly ServerPermission[];
};

const OF_CONFIGURATION: Needs = {
  'bucket.view': ['server.modify.configuration'],
  'bucket.add': ['server.modify.configuration'],
  'bucket.edit': ['server.modify.configuration'],
  'bucket.remove': ['server.modify.configuration'],
};

const NEEDS: Readonly<Record<BucketType, Needs>> = {
  WHITELIST: {
    'bucket.view': ['server.whitelist.view'],
    'bucket.add': ['server.whitelist.add'],
    'bucket.remove': ['server.whitelist.remove'],
  },
  QUEUE_PRIORITY: {
    'bucket.view': ['server.queue-priority.view'],
    'bucket.add': ['server.queue-priority.add'],
    'bucket.edit': ['server.queue-priority.edit'],
    'bucket.remove': ['server.queue-priority.remove'],
  },
  RESERVED_SLOT: {
    // The specification has no permission to see them alone.
    'bucket.view': ['server.reserved-slots.add', 'server.reserved-slots.remove'],
    'bucket.add': ['server.reserved-slots.add'],
    'bucket.remove': ['server.reserved-slots.remove'],
  },
  NAME_FILTER: OF_CONFIGURATION,
  CHAT_FILTER: OF_CONFIGURATION,
  GENERIC: {},
  NOTES: {
    'bucket.view': ['server.notes.view'],
    'bucket.add': ['server.notes.edit'],
    'bucket.edit': ['server.notes.edit'],
    'bucket.remove': ['server.notes.remove'],
  },
};

/** What is known of somebody and of one bucket. */
export interface BucketStanding {
  readonly type: BucketType;
  /** It is theirs, or they may change the group whose it is. */
  readonly owns: boolean;
  /** The servers that use it. */
  readonly servers: readonly {
    readonly held: readonly string[];
    readonly restricted: boolean;
  }[];
}

/**
 * What somebody may do with a bucket. Whose it is does everything with it, as long as they may configure each server that
 * uses it: nobody goes on deciding who plays on a server that was taken from them. To see it, one server is enough for
 * others; to change its entries takes the permission on every server that uses it, or a right on one would reach another.
 */
export function bucketRights({ type, owns, servers }: BucketStanding): readonly BucketPermission[] {
  if (owns && servers.every(({ held }) => held.includes('server.modify.configuration'))) {
    return BUCKET_PERMISSION;
  }
  return BUCKET_PERMISSION.filter((permission) => {
    if (permission === 'bucket.modify') return owns;
    const needed = NEEDS[type][permission] ?? [];
    const holds = ({ held, restricted }: BucketStanding['servers'][number]) =>
      !restricted && needed.some((one) => held.includes(one));
    if (permission === 'bucket.view') return owns || servers.some(holds);
    return servers.length > 0 && servers.every(holds);
  });
}

/** Whether somebody may change entries: what they could remove and add anew, or where that is a permission of its own. */
export function mayEditEntries(held: readonly string[]): boolean {
  if (held.includes('bucket.edit')) return true;
  return held.includes('bucket.add') && held.includes('bucket.remove');
}
