/** What is asked of servers, as rows: asked by the host that has the caller, run by the one that has the server. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { serverActionBody, type ServerActionRequest } from '../../protocol/actions/calls.ts';
import { notify } from '../realtime/log.ts';
import type { Database, Trx } from '../store/database.ts';
import { actionOutcome, type ActionOutcome } from './outcome.ts';

/** Milliseconds after which nobody waits for an outcome any more. */
export const ACTION_DEADLINE = 20_000;

export interface AskedAction {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly serverId: string;
  readonly request: ServerActionRequest;
  readonly at: number;
}

/** A request as it stands in the database. */
export interface StoredAction {
  readonly id: string;
  /** The same account sent another request under this id before. */
  readonly differs: boolean;
  readonly state: 'asked' | 'running' | 'ended';
  readonly askedAt: number;
  readonly outcome: ActionOutcome | null;
}

/**
 * Writes a request down and wakes the host of the server; one that was sent before is answered as it stands.
 * null where the server is gone.
 */
export async function askAction(db: Database, asked: AskedAction): Promise<StoredAction | null> {
  const text = JSON.stringify(asked.request);
  const digest = createHash('sha256').update(`${asked.serverId} ${text}`).digest();
  return db.transaction().execute(async (trx) => {
    const { rows: added } = await sql`
      insert into action_requests
        (id, account_id, request_id, server_id, digest, request, asked_at, state)
      select ${asked.id}, ${asked.accountId}, ${asked.requestId}, id, ${digest}, ${text}::json,
        ${asked.at}, 'asked'
      from servers where id = ${asked.serverId} for key share
      on conflict on constraint action_requests_once do nothing
      returning id
    `.execute(trx);
    if (added.length > 0) {
      await notify(trx, { kind: 'action-asked', server: asked.serverId, request: asked.id });
    }
    const row = await trx
      .selectFrom('action_requests')
      .selectAll()
      .where('account_id', '=', asked.accountId)
      .where('request_id', '=', asked.requestId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      id: row.id,
      differs: !row.digest.equals(digest),
      state: row.state,
      askedAt: row.asked_at,
      outcome: actionOutcome.nullable().parse(row.outcome),
    };
  });
}

/** What became of a request; null while it is not known. */
export async function readOutcome(db: Database, id: string): Promise<ActionOutcome | null> {
  const row = await db
    .selectFrom('action_requests')
    .select('outcome')
    .where('id', '=', id)
    .executeTakeFirst();
  return actionOutcome.nullable().parse(row?.outcome ?? null);
}

/** A request that this host has to run. */
export interface ClaimedAction {
  readonly id: string;
  readonly accountId: string;
  readonly displayName: string;
  readonly request: ServerActionRequest;
}

/** Takes a request, unless it was taken, or asked so long ago that nobody waits. */
export async function claimAction(
  db: Database,
  id: string,
  serverId: string,
  now: number,
): Promise<ClaimedAction | null> {
  const { rows } = await sql<{ account_id: string; display_name: string; request: unknown }>`
    update action_requests r set state = 'running' from accounts a
    where r.id = ${id} and r.server_id = ${serverId} and r.state = 'asked'
      and r.asked_at > ${now - ACTION_DEADLINE} and a.id = r.account_id
    returning r.account_id, a.display_name, r.request
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const request = serverActionBody.parse(row.request);
  return { id, accountId: row.account_id, displayName: row.display_name, request };
}

/** Writes the outcome down, forgets what was asked, and wakes whoever waits. */
export async function endAction(trx: Trx, id: string, outcome: ActionOutcome): Promise<void> {
  await trx
    .updateTable('action_requests')
    .set({ state: 'ended', request: null, outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute();
  await notify(trx, { kind: 'action-ended', request: id });
}

/** Forgets requests that were asked before a moment. */
export async function forgetActions(db: Database, before: number): Promise<void> {
  await db.deleteFrom('action_requests').where('asked_at', '<', before).execute();
}
