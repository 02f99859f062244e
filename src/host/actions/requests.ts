/** What is asked of servers, as rows: asked by the host that has the caller, run by the one that has the server. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { shownCommand } from '../../domain/actions/secrets.ts';
import { gameActionBody, type GameActionRequest } from '../../protocol/actions/calls.ts';
import type { Game } from '../../protocol/enumerations.ts';
import type { ActsBy } from '../change/change.ts';
import { notify } from '../realtime/log.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import type { Database, Trx } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import { actionOutcome, type ActionOutcome } from './outcome.ts';

/** Milliseconds after which nobody waits for an outcome any more. */
export const ACTION_DEADLINE = 20_000;

/** What becomes of a request while no host runs the server. */
export const NOBODY_RUNS: ActionOutcome = {
  ok: false,
  code: 'not-connected',
  detail: 'No host runs the server now.',
};

export interface AskedAction {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly serverId: string;
  readonly request: GameActionRequest;
  readonly by: ActsBy | null;
  /** Whence. */
  readonly address: string;
}

/** A request as it stands in the database. */
export interface StoredAction {
  readonly id: string;
  /** The same account sent another request under this id before. */
  readonly differs: boolean;
  readonly state: 'asked' | 'running' | 'ended';
  /** Milliseconds since it was asked. */
  readonly age: number;
  readonly outcome: ActionOutcome | null;
}

/**
 * Writes a request down and wakes the host of the server; one that was sent before is answered as it stands.
 * null where the server is gone.
 */
export async function askAction(
  db: Database,
  secrets: Pick<Secrets, 'mac' | 'seal'>,
  asked: AskedAction,
): Promise<StoredAction | null> {
  const text = JSON.stringify(asked.request);
  // With the key: what was said can be guessed from a plain hash of it.
  const digest = secrets.mac('action', `${asked.serverId} ${text}`);
  // Of a row that a host of before wrote: it is kept for a day.
  const plain = createHash('sha256').update(`${asked.serverId} ${text}`).digest();
  return db.transaction().execute(async (trx) => {
    const { rows: added } = await sql`
      insert into action_requests
        (id, account_id, request_id, server_id, digest, request, asked_at, state, address,
          session_id, through)
      select ${asked.id}, ${asked.accountId}, ${asked.requestId}, id, ${digest},
        ${storedRequest(secrets, asked)}::json, ${databaseNow}, 'asked', ${asked.address},
        ${asked.by?.session ?? null}, ${asked.by?.through ?? null}
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
      .select(sql<number>`${databaseNow} - asked_at`.as('age'))
      .where('account_id', '=', asked.accountId)
      .where('request_id', '=', asked.requestId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      id: row.id,
      differs: !row.digest.equals(digest) && !row.digest.equals(plain),
      state: row.state,
      age: row.age,
      outcome: actionOutcome.nullable().parse(row.outcome),
    };
  });
}

/** A request that holds a secret stands sealed in the database, for as long as it stands there. */
function storedRequest(
  secrets: Pick<Secrets, 'seal'>,
  { id, request }: Pick<AskedAction, 'id' | 'request'>,
): string {
  const text = JSON.stringify(request);
  if (!('command' in request) || shownCommand(request.command) === request.command) return text;
  return JSON.stringify({ sealed: secrets.seal(text, sealContext(id)).toString('base64') });
}

const sealContext = (id: string) => `action/${id}`;
const sealedRequest = z.object({ sealed: z.base64() });

function readRequest(
  secrets: Pick<Secrets, 'open'>,
  { id, request }: Pick<ClaimedRow, 'id' | 'request'>,
): GameActionRequest {
  const { data } = sealedRequest.safeParse(request);
  if (data === undefined) return gameActionBody.parse(request);
  const text = secrets.open(Buffer.from(data.sealed, 'base64'), sealContext(id));
  return gameActionBody.parse(JSON.parse(text));
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

/** A request that a host has to run, or ran when it died. */
export interface ClaimedAction {
  readonly id: string;
  readonly accountId: string;
  readonly displayName: string;
  readonly game: Game;
  readonly request: GameActionRequest;
  /** By what; null: a host of an older version did not keep it. */
  readonly by: ActsBy | null;
  /** Whence it was asked; null: a host of an older version did not keep it. */
  readonly address: string | null;
}

interface ClaimedRow {
  readonly id: string;
  readonly account_id: string;
  readonly display_name: string;
  readonly game: Game;
  readonly request: unknown;
  readonly address: string | null;
  readonly session_id: string | null;
  readonly through: string | null;
}

const claimedOf =
  (secrets: Pick<Secrets, 'open'>) =>
  (row: ClaimedRow): ClaimedAction => ({
    id: row.id,
    accountId: row.account_id,
    displayName: row.display_name,
    game: row.game,
    request: readRequest(secrets, row),
    by: row.session_id === null ? null : { session: row.session_id, through: row.through },
    address: row.address,
  });

/** The host that runs servers. */
interface RunningHost {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly hostId: string;
}

/**
 * Takes a request, unless it was taken, or asked so long ago that nobody waits, or another host runs the
 * server.
 */
export async function claimAction(
  { db, secrets, hostId }: RunningHost,
  id: string,
  serverId: string,
): Promise<ClaimedAction | null> {
  const { rows } = await sql<ClaimedRow>`
    update action_requests r set state = 'running', run_by = ${hostId}
    from accounts a, servers s
    where r.id = ${id} and r.server_id = ${serverId} and r.state = 'asked'
      and r.asked_at > ${databaseNow} - ${ACTION_DEADLINE}::bigint and a.id = r.account_id
      and s.id = r.server_id and s.lease_host = ${hostId}
    returning r.id, r.account_id, a.display_name, s.game, r.request, r.address, r.session_id,
      r.through
  `.execute(db);
  return rows[0] === undefined ? null : claimedOf(secrets)(rows[0]);
}

/** What was asked of servers and nobody has taken yet, by server, oldest first. */
export async function askedActions(
  db: Database,
  serverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; server_id: string }>`
    select id, server_id from action_requests
    where server_id = any(${serverIds}::char(24)[]) and state = 'asked' order by asked_at
  `.execute(db);
  return byServer(rows, ({ id }) => id);
}

/** What other hosts had begun to run on servers that this one runs now, by server. */
export async function abandonedActions(
  { db, secrets, hostId }: RunningHost,
  serverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ClaimedAction[]>> {
  const { rows } = await sql<ClaimedRow & { server_id: string }>`
    select r.id, r.server_id, r.account_id, a.display_name, s.game, r.request, r.address,
      r.session_id, r.through
    from action_requests r
      join accounts a on a.id = r.account_id
      join servers s on s.id = r.server_id and s.lease_host = ${hostId}
    where r.server_id = any(${serverIds}::char(24)[]) and r.state = 'running' and r.run_by <> ${hostId}
    order by r.asked_at
  `.execute(db);
  return byServer(rows, claimedOf(secrets));
}

function byServer<Row extends { readonly server_id: string }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const row of rows) {
    const values = found.get(row.server_id) ?? [];
    found.set(row.server_id, values);
    values.push(valueOf(row));
  }
  return found;
}

/**
 * Writes the outcome down, forgets what was asked, and wakes whoever waits. Answers whether it had not
 * ended yet.
 */
export async function endAction(trx: Trx, id: string, outcome: ActionOutcome): Promise<boolean> {
  const row = await trx
    .updateTable('action_requests')
    .set({ state: 'ended', request: null, address: null, outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await notify(trx, { kind: 'action-ended', request: id });
  return true;
}

/** Nobody waits any more: a request that no host has taken is withdrawn. Answers whether it was. */
export async function withdrawAction(db: Database, id: string): Promise<boolean> {
  const row = await db
    .updateTable('action_requests')
    .set({ state: 'ended', request: null, address: null, outcome: JSON.stringify(NOBODY_RUNS) })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets requests that were asked so many milliseconds ago. */
export async function forgetActions(db: Database, age: number): Promise<void> {
  await sql`delete from action_requests where asked_at < ${databaseNow} - ${age}::bigint`.execute(
    db,
  );
}
