/**
 * Which host runs a server's connector. A host says that it lives; one that has not said so for too long is
 * taken for dead by the others, and its servers are free. The database's clock decides, since hosts' clocks
 * differ. Each taking of a server has a number (epoch), so that what an earlier lease wanted to write is
 * refused, also where the same host has lost the server and got it again.
 */
import { sql, type RawBuilder } from 'kysely';
import { JOBS_CHANNEL } from '../jobs/enqueue.ts';
import { notify } from '../realtime/log.ts';
import type { Database } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';

/** Milliseconds. */
export const LEASE = {
  /** A host that has not said for so long that it lives is dead. */
  lasts: 5_000,
  /** Between two times that a host says that it lives. */
  beat: 1_000,
  /** Between two looks for servers that nobody runs. */
  look: 1_000,
} as const;

/** Servers `s` whose console was heard until their host fell silent; of the others it is known already. */
const WAS_HEARD = sql`s.unheard_since is null and s.state ->> 'state' = 'CONNECTED'`;

/** The last sign of life of one of the `hosts`. */
const LAST_SIGN = sql`hosts.alive_until - ${LEASE.lasts}`;

/**
 * Servers `s` are unheard from a moment on, yet not before the connection began that there was: one that begins later
 * than they are unheard is another one, on which they were heard since.
 */
const unheardFrom = (moment: number | RawBuilder<unknown>) =>
  sql`unheard_since = greatest(${moment}, (s.state ->> 'since')::bigint)`;

/** A server that this host runs now. */
export interface Lease {
  readonly id: string;
  readonly epoch: number;
  readonly target_version: number;
  readonly deleting: string | null;
}

/** What a host sees when it looks around. */
export interface Leases {
  readonly held: readonly Lease[];
  /** Servers that nobody runs. */
  readonly free: readonly string[];
  /** Servers that a host at least can run. */
  readonly servers: number;
  readonly hosts: number;
}

/**
 * Which free servers a host takes: up to its share of all, so that several hosts divide what a dead one had;
 * and whatever was free at its last look already, since then nobody else takes it. Pure.
 */
export function fairShare(leases: Leases, freeBefore: ReadonlySet<string>): readonly string[] {
  const share = Math.ceil(leases.servers / Math.max(1, leases.hosts));
  let room = Math.max(0, share - leases.held.length);
  return leases.free.filter((id) => {
    if (freeBefore.has(id)) return true;
    room -= 1;
    return room >= 0;
  });
}

/** This host lives. `logRoot`: below which it reads logs. */
export async function beat(db: Database, hostId: string, logRoot?: string): Promise<void> {
  await sql`
    insert into hosts (id, alive_until, log_root)
    values (${hostId}, ${databaseNow} + ${LEASE.lasts}, ${logRoot ?? null})
    on conflict (id) do update set alive_until = excluded.alive_until
  `.execute(db);
}

/** Removes the hosts that are dead; their servers and jobs are free from then on. Answers who they were. */
export async function buryDead(db: Database, hostId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with dying as (
      select id, alive_until from hosts where alive_until < ${databaseNow} and id <> ${hostId}
      order by id for update skip locked
    ), unheard as (
      update servers s set ${unheardFrom(LAST_SIGN)}
      from dying hosts where s.lease_host = hosts.id and ${WAS_HEARD}
    ), dead as (
      delete from hosts where id in (select id from dying) returning id
    ), jobs as (
      update jobs set lease_until = 0, leased_by = null
      where done_at is null and leased_by in (select id from dead)
      returning pg_notify(${JOBS_CHANNEL}, '')
    )
    select id, (select count(*) from jobs) from dead
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What this host has and what nobody has. Servers that are being deleted are left to whoever has them; restricted ones
 * rest.
 */
export async function readLeases(db: Database, hostId: string): Promise<Leases> {
  const { rows } = await sql<Lease & { mine: boolean | null; servers: number; hosts: number }>`
    select id, lease_epoch as epoch, target_version, deleting, lease_host = ${hostId} as mine,
      (select count(*) from servers where deleting is null and not restricted) as servers,
      (select count(*) from hosts) as hosts
    from servers
    where lease_host = ${hostId} or (lease_host is null and deleting is null and not restricted)
    order by id
  `.execute(db);
  return {
    held: rows.filter(({ mine }) => mine === true),
    free: rows.filter(({ mine }) => mine !== true).map(({ id }) => id),
    servers: rows[0]?.servers ?? 0,
    hosts: rows[0]?.hosts ?? 1,
  };
}

/** Takes those of these servers that still nobody runs. Rejects where this host is taken for dead. */
export async function takeLeases(
  db: Database,
  hostId: string,
  ids: readonly string[],
): Promise<readonly Lease[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Lease>`
    with free as (
      select id from servers
      where id = any(${ids}::text[]) and lease_host is null and deleting is null and not restricted
      order by id for update skip locked
    )
    update servers s set lease_host = ${hostId}, lease_epoch = lease_epoch + 1
    from free where s.id = free.id
    returning s.id, s.lease_epoch as epoch, s.target_version, s.deleting
  `.execute(db);
  return rows;
}

/** Whether some host runs the server now, or is not known to be dead. */
export async function isRun(db: Database, serverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('servers')
    .select('lease_host')
    .where('id', '=', serverId)
    .executeTakeFirst();
  return row !== undefined && row.lease_host !== null;
}

/** Servers of a host that it has not listened to since `at`, by its own clock, as all else that it heard. */
export async function stopHearing(
  db: Database,
  hostId: string,
  serverIds: readonly string[],
  at: number,
): Promise<void> {
  await sql`
    update servers s set ${unheardFrom(at)}
    where id = any(${serverIds}::text[]) and lease_host = ${hostId} and ${WAS_HEARD}
  `.execute(db);
}

/** Gives leases back. */
export async function releaseLeases(
  db: Database,
  hostId: string,
  serverIds: readonly string[],
): Promise<void> {
  if (serverIds.length === 0) return;
  await sql`
    update servers set lease_host = null
    where id = any(${serverIds}::text[]) and lease_host = ${hostId}
  `.execute(db);
}

/** This host ends, and heard nothing since `at` by its own clock: everything it had is free, and the others are told. */
export async function leave(db: Database, hostId: string, at: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The host before its servers, as whoever takes it for dead locks them.
    await trx.selectFrom('hosts').select('id').where('id', '=', hostId).forUpdate().execute();
    await sql`
      update servers s set ${unheardFrom(at)} where lease_host = ${hostId} and ${WAS_HEARD}
    `.execute(trx);
    await trx.deleteFrom('hosts').where('id', '=', hostId).execute();
    await notify(trx, { kind: 'host-left', host: hostId });
  });
}

/** Takes every lease away: whoever had one is dead. For a host that has the database for itself. */
export async function forgetLeases(db: Database): Promise<void> {
  await sql`
    update servers s set ${unheardFrom(LAST_SIGN)}
    from hosts where s.lease_host = hosts.id and ${WAS_HEARD}
  `.execute(db);
  await db.deleteFrom('hosts').execute();
  await sql`update jobs set lease_until = 0, leased_by = null where done_at is null`.execute(db);
}
