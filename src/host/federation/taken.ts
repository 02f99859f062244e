/** One host at a time reads a followed list, for a while, and says what came of it. */
import { sql, type Selectable } from 'kysely';
import { merge, readAnew, type Reading } from '../../domain/federation/merge.ts';
import { askAfter } from '../../domain/federation/retry.ts';
import type { RemoteCause } from '../../protocol/federation/limits.ts';
import type { PullAnswer } from '../../protocol/federation/wire.ts';
import { askDoors, auditBanList, tellBanList } from '../bans/list.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import { newToken } from '../store/ids.ts';
import { databaseNow } from '../store/now.ts';
import type { RemoteListRow } from '../store/tables/federation.ts';
import { applyMerged, digestOf, isTooLarge } from './apply.ts';
import { AskFailure } from './ask.ts';
import { wakeAt } from './due.ts';
import { endRemote } from './follow.ts';
import { REMOTE_ROWS } from './rows.ts';

/** Longer than a page may take; each page begins it anew, ms. */
const LEASE = 60_000;
/** Whoever looks is told that all is well as often as this, ms. */
const TOLD_EVERY = 300_000;
/** Another installation is told for so long that it is followed no more, ms. */
const LEAVE_LASTS = 7 * 86_400_000;

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** A list that this host reads; `leased_by`: by which it says so. */
export type Taken = Selectable<RemoteListRow>;

/** Takes a list that is due, unless another host has it. A host that dies loses it, and another is woken then. */
export function takeRemote(deps: Deps, id: string): Promise<Taken | null> {
  const now = deps.clock();
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const { rows } = await sql<Taken>`
      update remote_lists set leased_by = ${newToken()}, due_at = ${now + LEASE}::bigint,
        lease_until = ${databaseNow} + ${LEASE}::bigint
      where id = ${id} and due_at <= ${now}::bigint and lease_until <= ${databaseNow}
        and ended is distinct from 'not-shared'
      returning *
    `.execute(trx);
    const [taken] = rows;
    if (taken !== undefined) {
      if (taken.ended === null && (await isOrphan(trx, taken))) {
        await endRemote(made, taken, 'left');
        return null;
      }
      await wakeAt(trx, taken);
      return taken;
    }
    // Another host has it, or had it a moment ago: it is looked at again after that.
    const { rows: waiting } = await sql<{ id: string; asked: number; due_at: number }>`
      select id, asked, ${now + 1}::bigint + greatest(lease_until - ${databaseNow}, 0) as due_at
      from remote_lists
      where id = ${id} and due_at <= ${now}::bigint and ended is distinct from 'not-shared'
    `.execute(trx);
    for (const row of waiting) await wakeAt(trx, row);
    return null;
  });
}

/** The list that followed it is gone, or on its way out. */
async function isOrphan(trx: Trx, { banlist_id }: Taken): Promise<boolean> {
  const follower = await trx
    .selectFrom('ban_lists')
    .select('id')
    .where('id', '=', banlist_id)
    .where('deleting', 'is', null)
    .executeTakeFirst();
  return follower === undefined;
}

/**
 * Writes what a page told, and with it how far the list is read; null: no more is to be asked now. Throws `AskFailure`
 * where the list would be too large, and nothing is written.
 */
export function writePage(
  deps: Deps,
  taken: Taken,
  asked: Reading,
  answer: PullAnswer,
): Promise<Reading | null> {
  const now = deps.clock();
  const { id } = taken;
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const held = await holdRemote(trx, taken);
    const merged = held?.ended === null ? merge(held, asked, answer) : null;
    if (held === null || merged === null) return null;
    const { secrets } = deps;
    const sweepsOn = await applyMerged({ trx, secrets, now }, taken, merged);
    if (await isTooLarge(trx, id)) throw new AskFailure('too-many');
    const isEqual =
      answer.digest === null || sweepsOn ? null : answer.digest === (await digestOf(trx, id));
    // What is left to go goes with the next page, which has nothing else: all was told.
    const next = sweepsOn ? { ...merged.reading, whole: true } : merged.reading;
    const reading = isEqual === false ? readAnew(next) : next;
    const isDone = !answer.more && !sweepsOn && isEqual !== false;
    await setRemote(trx, id, {
      epoch: reading.epoch,
      cursor: reading.cursor,
      base: reading.base,
      pass: reading.pass,
      whole: reading.whole,
      total: answer.total,
      ...(isEqual !== null && { digest_at: now }),
    });
    await tellPage(made, held, answer.identifier, merged);
    if (isDone) await rest(made, held, { cause: null, failing_since: null, checked_at: now });
    else await renew(trx, id);
    return isDone ? null : reading;
  });
}

async function tellPage(
  made: Change,
  { id, banlist_id, identifier: before, cause, checked_at, told_at }: Taken,
  identifier: string,
  {
    put,
    gone,
    sweeps,
  }: {
    readonly put: readonly unknown[];
    readonly gone: readonly unknown[];
    readonly sweeps: boolean;
  },
): Promise<void> {
  const { trx, now } = made;
  const isNamed = before !== identifier;
  const isChanged = put.length + gone.length > 0 || sweeps || isNamed;
  if (isNamed) {
    await trx.updateTable('ban_lists').set({ identifier }).where('id', '=', id).execute();
    await setRemote(trx, id, { identifier });
  }
  if (isChanged) await tellBanList(made, banlist_id);
  if (put.length > 0) askDoors(made, [id]);
  if (!isChanged && cause === null && checked_at !== null && told_at > now - TOLD_EVERY) return;
  await setRemote(trx, id, { told_at: now });
  made.tellRows(REMOTE_ROWS, banlist_id, [id]);
}

/** It could not be read: what is here goes on to hold. */
export function readFailed(deps: Deps, taken: Taken, cause: RemoteCause): Promise<void> {
  const now = deps.clock();
  return change({ ...deps, now }, async (made) => {
    const held = await holdRemote(made.trx, taken);
    if (held === null) return;
    const since = held.failing_since ?? now;
    if (held.ended === 'left' && (held.ended_at ?? 0) <= now - LEAVE_LASTS) {
      await made.trx.deleteFrom('remote_lists').where('id', '=', held.id).execute();
      return;
    }
    await rest(made, held, { cause, failing_since: since, tries: held.tries + 1 });
    made.tellRows(REMOTE_ROWS, held.banlist_id, [held.id]);
  });
}

/** The other side says that it shares the list no more. */
export function readEnded(deps: Deps, taken: Taken): Promise<void> {
  return change({ ...deps, now: deps.clock() }, async (made) => {
    const held = await holdRemote(made.trx, taken);
    if (held?.ended !== null) return;
    await endRemote(made, held, 'not-shared');
    auditBanList(made, held.banlist_id, 'remote-ended', {
      text: held.identifier,
      detail: { remote: held.id, origin: held.origin },
    });
  });
}

/** The other side knows that it is followed no more. */
export async function forgetRemote({ db }: Deps, { id, leased_by }: Taken): Promise<void> {
  await db
    .deleteFrom('remote_lists')
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .execute();
}

/** It is not at its end: another host, or this one, goes on after so many milliseconds. */
export function leaveRemote(deps: Deps, taken: Taken, wait = 0): Promise<void> {
  return change({ ...deps, now: deps.clock() }, async (made) => {
    const held = await holdRemote(made.trx, taken);
    if (held === null) return;
    const due_at = made.now + wait;
    await setRemote(made.trx, held.id, { due_at, leased_by: null, lease_until: 0 });
    await wakeAt(made.trx, { ...held, due_at });
  });
}

/** The row as it is now; null: another host has it by now. Locked with its bans, in the order in which others lock. */
async function holdRemote(trx: Trx, { id, leased_by }: Taken): Promise<Taken | null> {
  await sql`select from ban_lists where id = ${id} for update`.execute(trx);
  const row = await trx
    .selectFrom('remote_lists')
    .selectAll()
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .where(sql<boolean>`lease_until > ${databaseNow}`)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** It is asked again after a while. */
async function rest(
  { trx, now }: Change,
  { id, asked }: Taken,
  came: Pick<Taken, 'cause' | 'failing_since'> & Partial<Pick<Taken, 'tries' | 'checked_at'>>,
): Promise<void> {
  const tries = came.tries ?? 0;
  const due_at = now + askAfter(came.cause, tries, Math.random());
  await setRemote(trx, id, { ...came, tries, due_at, leased_by: null, lease_until: 0 });
  await wakeAt(trx, { id, asked, due_at });
}

async function renew(trx: Trx, id: string): Promise<void> {
  await sql`
    update remote_lists set lease_until = ${databaseNow} + ${LEASE}::bigint where id = ${id}
  `.execute(trx);
}

async function setRemote(trx: Trx, id: string, values: Partial<Taken>): Promise<void> {
  await trx.updateTable('remote_lists').set(values).where('id', '=', id).execute();
}
