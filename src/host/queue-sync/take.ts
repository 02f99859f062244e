/** One host at a time has a server's file, for a while, and says what came of it. */
import { sql, type Selectable } from 'kysely';
import { nextLook, retryAfter, WAITS_FOR_SOMEBODY } from '../../domain/queue-sync/retry.ts';
import { QUEUE_SYNC_CAUSE, type QueueSyncCause } from '../../protocol/queue-sync/limits.ts';
import { serverResource } from '../access/grants.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import type { QueueSyncRow } from '../store/tables/queue-syncs.ts';
import { wakeAt } from './due.ts';
import { QUEUE_SYNC_ROWS, QUEUE_SYNC_TARGET_ROWS } from './rows.ts';

/** Longer than everything that is done with a file may take, ms. */
const LEASE = 90_000;
/** While nobody may use a server, its file is not written. */
const RESTS = 3_600_000;

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** The row of a server whose file this host is about to write; `leased_by`: by which it says so. */
export type Taken = Selectable<QueueSyncRow> & { readonly leased_by: string };

/** Takes a file that is due, unless another host has it. A host that dies loses it, and another is woken then. */
export async function takeSync(deps: Deps, id: string, token: string): Promise<Taken | null> {
  const now = deps.clock();
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const { rows } = await sql<Taken & { rests: boolean }>`
      update queue_syncs q set
        leased_by = case when rests then null else ${token} end,
        lease_until = case when rests then 0 else ${databaseNow} + ${LEASE}::bigint end,
        due_at = ${now}::bigint + case when rests then ${RESTS}::bigint else ${LEASE}::bigint end
      from (
        select id, restricted or deleting is not null as rests from servers where id = ${id}
      ) s
      where q.server_id = s.id and q.due_at <= ${now}::bigint and q.lease_until <= ${databaseNow}
      returning q.*, s.rests
    `.execute(trx);
    const [row] = rows;
    if (row === undefined) {
      await lookAfterLease(trx, id, now);
      return null;
    }
    await wakeAt(trx, row);
    if (row.rests) return null;
    made.tellRows(QUEUE_SYNC_ROWS, id, [id]);
    return row;
  });
}

/**
 * Where a file is due and could not be taken, another host has it, or had it a moment ago: it is looked at again after that. A
 * lease ends by the database's clock, and a host whose own is ahead comes before.
 */
async function lookAfterLease(trx: Trx, id: string, now: number): Promise<void> {
  const { rows } = await sql<{ server_id: string; asked: number; due_at: number }>`
    select server_id, asked, ${now + 1}::bigint + greatest(lease_until - ${databaseNow}, 0) as due_at
    from queue_syncs where server_id = ${id} and due_at <= ${now}::bigint
  `.execute(trx);
  for (const row of rows) await wakeAt(trx, row);
}

/** Says that these are in the file from now on; false: it is another host's by now, and must not be written. */
export async function keepWritten(
  db: Database,
  { server_id, leased_by }: Taken,
  written: readonly string[],
): Promise<boolean> {
  const row = await db
    .updateTable('queue_syncs')
    .set({ written: [...written] })
    .where('server_id', '=', server_id)
    .where('leased_by', '=', leased_by)
    .where(sql<boolean>`lease_until > ${databaseNow}`)
    .returning('server_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What came of it. */
export interface SyncOutcome {
  /** null: the file is as it should be. */
  readonly cause: QueueSyncCause | null;
  /** The key that the machine showed; null: none. */
  readonly shown: string | null;
  /** What is in the file now; null: it was not written. */
  readonly file: {
    readonly people: number;
    readonly left: number;
    readonly foreign: number;
    readonly written: readonly string[];
    /** When entries end. */
    readonly ends: readonly (number | null)[];
  } | null;
}

/** Writes down what came of it, and when the file is looked at next. */
export async function endSync(deps: Deps, taken: Taken, outcome: SyncOutcome): Promise<void> {
  const now = deps.clock();
  const { server_id: id } = taken;
  await change({ ...deps, now }, async (made) => {
    const row = await made.trx
      .selectFrom('queue_syncs')
      .selectAll()
      .where('server_id', '=', id)
      .where('leased_by', '=', taken.leased_by)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    // Of another place it says nothing.
    const isSame = row.changed_at === taken.changed_at;
    const told = isSame ? toldOf(row, outcome, now) : { due_at: now };
    const waits =
      isSame &&
      row.trusted_key === taken.trusted_key &&
      outcome.cause !== null &&
      WAITS_FOR_SOMEBODY.includes(outcome.cause);
    // Whoever changed a bucket in between has seen to nothing that this waits for.
    const due_at = waits || row.asked === taken.asked ? told.due_at : now;
    const ended = { leased_by: null, lease_until: 0, due_at };
    await made.trx
      .updateTable('queue_syncs')
      .set({ ...told, ...ended })
      .where('server_id', '=', id)
      .execute();
    await wakeAt(made.trx, { ...row, due_at });
    if (isSame) auditTurn(made, row, outcome.cause);
    made.tellRows(QUEUE_SYNC_ROWS, id, [id]);
    made.tellRows(QUEUE_SYNC_TARGET_ROWS, id, [id]);
  });
}

/** The host stops: another may have it at once. */
export async function leaveSync(deps: Deps, { server_id: id, leased_by }: Taken): Promise<void> {
  const now = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('queue_syncs')
      .set({ leased_by: null, lease_until: 0, due_at: now })
      .where('server_id', '=', id)
      .where('leased_by', '=', leased_by)
      .returning(['server_id', 'asked', 'due_at'])
      .executeTakeFirst();
    if (row !== undefined) await wakeAt(trx, row);
  });
}

function toldOf(row: Selectable<QueueSyncRow>, { cause, shown, file }: SyncOutcome, now: number) {
  const tries = cause === null ? 0 : row.tries + 1;
  const isRefused = cause === 'key-changed';
  return {
    tried_at: now,
    cause,
    tries,
    failing_since: cause === null ? null : (row.failing_since ?? now),
    trusted_key: isRefused ? row.trusted_key : (shown ?? row.trusted_key),
    shown_key: isRefused ? shown : null,
    due_at: cause === null ? nextLook(file?.ends ?? [], now) : now + retryAfter(cause, tries),
    ...(cause === null && { synced_at: now }),
    ...(file && {
      people: file.people,
      without_id: file.left,
      foreign_people: file.foreign,
      written: [...file.written],
    }),
  };
}

/** Once for each kind of failure, not for each try. */
function auditTurn(
  made: Change,
  { server_id, cause: before }: Selectable<QueueSyncRow>,
  cause: QueueSyncCause | null,
): void {
  const problemOf = (of: QueueSyncCause | null) => (of === null ? null : QUEUE_SYNC_CAUSE[of]);
  const problem = problemOf(cause);
  if (problem === problemOf(before)) return;
  const resource = serverResource(server_id);
  if (problem === null) made.audit({ resource, action: 'queue-sync.works' });
  else made.audit({ resource, action: 'queue-sync.failed', detail: { problem, cause } });
}
