import { plain, secret, toldResource } from '../resources/resource.ts';
import {
  QUEUE_SYNC_CAUSES,
  QUEUE_SYNC_PROBLEM,
  QUEUE_SYNC_PROTOCOL,
  QUEUE_SYNC_SECRET,
} from './limits.ts';

/**
 * Whether a server's file of queue priority is as its buckets are: one row, whose id is the server's; none where nobody
 * has set it up.
 */
export const QUEUE_SYNC = toldResource({
  name: 'queueSync',
  scope: 'server',
  many: 'files of queue priority',
  fields: {
    /** It is being written. */
    busy: plain(({ z }) => z.boolean()),
    /** When the file was last seen to be as it should; null: not yet. */
    synced_at: plain(({ moment }) => moment.nullable()),
    /** When it was last tried; null: not yet. */
    tried_at: plain(({ moment }) => moment.nullable()),
    /** Why the last try failed; null: it did not, or there was none. */
    problem: plain(({ z }) => z.enum(QUEUE_SYNC_PROBLEM).nullable()),
    /** What that came of. */
    cause: plain(({ z }) => z.enum(QUEUE_SYNC_CAUSES).nullable()),
    /** Since when it fails; null: it does not. */
    failing_since: plain(({ moment }) => moment.nullable()),
    /** When it is tried again. */
    next_at: plain(({ moment }) => moment.nullable()),
    /** So many people of the buckets are in the file. */
    people: plain(({ z }) => z.int().min(0)),
    /** So many entries in force have no SteamID64, and are not. */
    left: plain(({ z }) => z.int().min(0)),
    /** So many are in the file whom Muster did not put there: they stay. */
    foreign: plain(({ z }) => z.int().min(0)),
  },
  order: { by: 'tried_at', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'server.view',
});

/** Where that file goes: one row, whose id is the server's; none where nobody has set it up. */
export const QUEUE_SYNC_TARGET = toldResource({
  name: 'queueSyncTarget',
  scope: 'server',
  many: 'places of the file of queue priority',
  fields: {
    protocol: plain(({ z }) => z.enum(QUEUE_SYNC_PROTOCOL)),
    host: plain(({ queueSync }) => queueSync.queueSyncTarget.shape.host),
    port: plain(({ queueSync }) => queueSync.queueSyncTarget.shape.port),
    username: plain(({ queueSync }) => queueSync.queueSyncTarget.shape.username),
    folder: plain(({ queueSync }) => queueSync.queueSyncTarget.shape.folder),
    secret_kind: plain(({ z }) => z.enum(QUEUE_SYNC_SECRET)),
    secret: secret(({ queueSync }) => queueSync.queueSyncPassword),
    /** The key of the machine that is trusted; null: none was seen, or there is none. */
    trusted_key: plain(({ queueSync }) => queueSync.queueSyncKey.nullable()),
    /** Another one that it showed since, which is not. */
    shown_key: plain(({ queueSync }) => queueSync.queueSyncKey.nullable()),
    changed_at: plain(({ moment }) => moment),
  },
  order: { by: 'changed_at', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'server.modify.integrations',
});
