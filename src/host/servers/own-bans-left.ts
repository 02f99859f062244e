/**
 * Bans of Muster in the list of a game that no connector is for any more: its server is deleted, restricted, or somewhere else
 * now. Where the game was and how it is logged in to is kept until they are out, for a week at most.
 */
import { sql, type Selectable } from 'kysely';
import { accountResource, serverResource } from '../access/grants.ts';
import { ACCOUNTABLE } from '../access/plan.ts';
import type { Change } from '../change/change.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Database, Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { databaseNow } from '../store/now.ts';
import type { OwnListLeftoverRow } from '../store/tables/own-lists.ts';
import type { GameServerRow } from '../store/tables/servers.ts';

/** The kind of the job that takes them out. */
export const CLEAR_OWN_LIST = 'clear-own-list';

const DAY = 86_400_000;
/** Milliseconds. */
export const LEFTOVER = {
  /** So long it is tried. */
  lasts: 7 * DAY,
  /** So long the host that lost a restricted server, or one that is somewhere else now, is waited for. */
  hosts: 90_000,
  moves: 10_000,
  /** To the second try; each waits twice as long as the one before, up to the last of these. */
  again: 60_000,
  rarest: DAY / 4,
  /** So long one try may take: longer than its connection and everything that it removes. */
  lease: 180_000,
};

export type Leftover = Selectable<OwnListLeftoverRow>;
type Server = Selectable<GameServerRow>;
type Place = Pick<Server, 'game' | 'host_key' | 'rcon_port'>;

/** By whose plan a server counts that is there. */
export async function ownerOf(trx: Trx, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('servers')
    .select(ACCOUNTABLE.as('owner'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.owner ?? null;
}

/** Whether both have one game's list. */
export function isSameList(a: Place, b: Place): boolean {
  return a.game === b.game && a.host_key === b.host_key && a.rcon_port === b.rcon_port;
}

/**
 * Keeps what it takes to clear the list of a server that is run no more where it is; `at`: when that is tried first. `owner`: the
 * account by whose plan it counts.
 */
export async function keepLeftover(
  made: Change,
  row: Server,
  at: number,
  owner: string | null,
): Promise<void> {
  const { trx, now } = made;
  const { id: server_id, own_bans, rcon_port, sealed_password } = row;
  if (own_bans === 0 || rcon_port === null || sealed_password === null) return;
  const { game, host, host_key, private_address, game_port, query_port } = row;
  const values = {
    server_id,
    owner: owner ?? row.owner,
    name: row.name ?? row.identifier,
    game,
    host,
    host_key,
    private_address,
    game_port,
    query_port,
    rcon_port,
    sealed_password,
    own_bans,
    since: now,
    due_at: at,
    tries: 0,
  };
  const kept = await trx
    .insertInto('own_list_leftovers')
    .values({ id: newId(now), ...values })
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'game', 'host_key', 'rcon_port']).doUpdateSet(values),
    )
    .returning(['id', 'due_at'])
    .executeTakeFirstOrThrow();
  await wakeForLeftover(trx, kept);
}

/** A server is run where it left bans before: its connector sees to them. How many there were; undefined: it left none. */
export async function takeBackLeftover(
  trx: Trx,
  server: Place & { readonly id: string },
): Promise<number | null | undefined> {
  const { id, game, host_key, rcon_port } = server;
  const row = await trx
    .deleteFrom('own_list_leftovers')
    .where('server_id', '=', id)
    .where('game', '=', game)
    .where('host_key', '=', host_key)
    .where('rcon_port', '=', rcon_port)
    .returning('own_bans')
    .executeTakeFirst();
  return row?.own_bans;
}

/** The list of a server is cleared by the connection that it still had. */
export async function isLeftNoMore(db: Database, serverId: string): Promise<void> {
  await sql`
    delete from own_list_leftovers l using servers s
    where l.server_id = ${serverId} and s.id = l.server_id and s.game = l.game
      and s.host_key = l.host_key and s.rcon_port = l.rcon_port
  `.execute(db);
}

/** Takes one that is due, unless another host has it; null: there is nothing to do. */
export async function takeLeftover(
  db: Database,
  id: string,
  now: number,
): Promise<Leftover | null> {
  const row = await db
    .updateTable('own_list_leftovers')
    .set({ lease_until: sql`${databaseNow} + ${LEFTOVER.lease}::bigint` })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .where(sql<boolean>`lease_until <= ${databaseNow}`)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    await lookAfterLease(db, id, now);
    return null;
  }
  // A host that dies with it leaves it to the next.
  await wakeForLeftover(db, { id, due_at: now + LEFTOVER.lease + 1_000 });
  return row;
}

/**
 * Where one is due and could not be taken, another host has it, or had it a moment ago: it is looked at again after that. A lease
 * ends by the database's clock, and a host whose own is ahead comes before.
 */
async function lookAfterLease(db: Database, id: string, now: number): Promise<void> {
  const { rows } = await sql<{ id: string; due_at: number }>`
    select id, ${now + 1}::bigint + greatest(lease_until - ${databaseNow}, 0) as due_at
    from own_list_leftovers where id = ${id} and due_at <= ${now}::bigint
  `.execute(db);
  for (const row of rows) await wakeForLeftover(db, row);
}

/** So long after it was due, one is woken that nobody has looked at, ms. */
const LATE = 3_600_000;

/** Wakes those whose waking was lost: what it takes to log in to a game is not kept for ever. */
export async function wakeLateLeftovers(db: Database, now: number): Promise<void> {
  const late = await db
    .selectFrom('own_list_leftovers')
    .select('id')
    .where('due_at', '<=', now - LATE)
    .execute();
  for (const { id } of late) await wakeForLeftover(db, { id, due_at: now });
}

/** Whether the list is still to be cleared: its server may be run again where it was. */
export async function isStillLeft(db: Database, leftover: Leftover): Promise<boolean> {
  const server = await db
    .selectFrom('servers')
    .select(['game', 'host_key', 'rcon_port', 'restricted'])
    .where('id', '=', leftover.server_id)
    .executeTakeFirst();
  const kept = await db
    .selectFrom('own_list_leftovers')
    .select('id')
    .where('id', '=', leftover.id)
    .executeTakeFirst();
  if (kept === undefined) return false;
  return server === undefined || server.restricted || !isSameList(server, leftover);
}

/** What a try came to: how many there were at first, and at last; null: nobody knows. */
export interface Tried {
  /** Without it all is as it was. */
  readonly answered: boolean;
  readonly found: number | null;
  readonly left: number | null;
  /** The host ended in it: another has it at once. */
  readonly cut: boolean;
}

/** Forgets what is done or was tried for long enough, and says so; the rest waits for the next try. */
export async function leftoverTried(
  made: Change,
  leftover: Leftover,
  { answered, found, left, cut }: Tried,
): Promise<void> {
  const { trx, now } = made;
  const { id, since, tries } = leftover;
  const own_bans = answered ? left : leftover.own_bans;
  if (left === 0 || now >= since + LEFTOVER.lasts) {
    await forgetLeftover(trx, id);
    // Of a game of which nobody knew, too: whoever read that it may keep some reads what became of that.
    if (left !== 0) await tellEnd(made, leftover, 'bans-stay', own_bans);
    else await tellEnd(made, leftover, 'bans-cleared', found);
    return;
  }
  const wait = cut ? 0 : Math.min(LEFTOVER.rarest, LEFTOVER.again * 2 ** Math.min(tries, 20));
  const due_at = Math.min(now + wait, since + LEFTOVER.lasts);
  const kept = await trx
    .updateTable('own_list_leftovers')
    .set({ own_bans, due_at, tries: cut ? tries : tries + 1, lease_until: 0 })
    .where('id', '=', id)
    .returning(['id', 'due_at'])
    .executeTakeFirst();
  if (kept !== undefined) await wakeForLeftover(trx, kept);
}

export async function forgetLeftover(trx: Database | Trx, id: string): Promise<void> {
  await trx.deleteFrom('own_list_leftovers').where('id', '=', id).execute();
}

/** In the audit of the server, or of whose it was where that is gone. */
async function tellEnd(
  made: Change,
  { server_id, owner, name }: Leftover,
  verb: 'bans-cleared' | 'bans-stay',
  count: number | null,
): Promise<void> {
  const there = await made.trx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', server_id)
    .executeTakeFirst();
  made.audit({
    actor: null,
    resource: there === undefined ? accountResource(owner) : serverResource(server_id),
    action: `servers.${verb}`,
    detail: { server: server_id, ...(count !== null && count > 0 && { count }) },
    told: { text: name },
  });
}

async function wakeForLeftover(
  executor: Database | Trx,
  { id, due_at }: { readonly id: string; readonly due_at: number },
): Promise<void> {
  const key = `${id} ${due_at}`;
  await enqueue(executor, { kind: CLEAR_OWN_LIST, key, payload: { left_id: id }, runAt: due_at });
}
