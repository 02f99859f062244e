import { sql } from 'kysely';
import { QUEUE_SYNC_CAUSE } from '../../protocol/queue-sync/limits.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { databaseNow } from '../store/now.ts';

/** How the file of queue priority of a server stands. */
export const QUEUE_SYNC_ROWS: ToldRows<'queueSync'> = {
  resource: 'queueSync',
  async read(trx, id) {
    const row = await trx
      .selectFrom('queue_syncs')
      .selectAll()
      .select(sql<boolean>`leased_by is not null and lease_until > ${databaseNow}`.as('busy'))
      .where('server_id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return [];
    const { busy, synced_at, tried_at, cause, failing_since, people } = row;
    const told = { busy, synced_at, tried_at, cause, failing_since, people };
    return [
      {
        id,
        server_id: id,
        ...told,
        problem: cause === null ? null : QUEUE_SYNC_CAUSE[cause],
        next_at: cause === null ? null : row.due_at,
        left: row.without_id,
        foreign: row.foreign_people,
      },
    ];
  },
};

/** Where it goes; the password is never told. */
export const QUEUE_SYNC_TARGET_ROWS: ToldRows<'queueSyncTarget'> = {
  resource: 'queueSyncTarget',
  async read(trx, id) {
    const row = await trx
      .selectFrom('queue_syncs')
      .select(['protocol', 'host', 'port', 'username', 'folder', 'secret_kind'])
      .select(['trusted_key', 'shown_key', 'changed_at'])
      .where('server_id', '=', id)
      .executeTakeFirst();
    return row === undefined ? [] : [{ id, server_id: id, ...row, secret: true }];
  },
};
