/** Which host runs a server's connector. The database's clock decides, since hosts' clocks differ. */
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** Milliseconds. A host that does not renew for so long is taken for dead. */
export const LEASE = { lasts: 15_000, renewed: 5_000 } as const;

/** A server that this host runs now. */
export interface Lease {
  readonly id: string;
  readonly target_version: number;
  readonly deleting: string | null;
}

/** Renews this host's leases; answers what it still holds. */
export async function renewLeases(db: Database, hostId: string): Promise<readonly Lease[]> {
  const { rows } = await sql<Lease>`
    update servers
    set lease_until = (extract(epoch from clock_timestamp()) * 1000)::bigint + ${LEASE.lasts}
    where lease_host = ${hostId}
    returning id, target_version, deleting
  `.execute(db);
  return rows;
}

/** Takes every server that nobody runs; those that are being deleted are left. */
export async function takeLeases(db: Database, hostId: string): Promise<readonly Lease[]> {
  const { rows } = await sql<Lease>`
    with moment as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now),
    free as (
      select id from servers, moment
      where (lease_host is null or lease_until < moment.now) and deleting is null
      order by id for update of servers skip locked
    )
    update servers s set lease_host = ${hostId}, lease_until = moment.now + ${LEASE.lasts}
    from moment, free where s.id = free.id
    returning s.id, s.target_version, s.deleting
  `.execute(db);
  return rows;
}

/** Whether some host runs the server now. */
export async function isRun(db: Database, serverId: string): Promise<boolean> {
  const { rows } = await sql<{ run: boolean }>`
    select lease_host is not null
      and lease_until > (extract(epoch from clock_timestamp()) * 1000)::bigint as run
    from servers where id = ${serverId}
  `.execute(db);
  return rows[0]?.run ?? false;
}

/** Gives leases back, so that another host can take the servers at once. */
export async function releaseLeases(
  db: Database,
  hostId: string,
  serverIds: readonly string[],
): Promise<void> {
  await sql`
    update servers set lease_host = null, lease_until = 0
    where id = any(${serverIds}::text[]) and lease_host = ${hostId}
  `.execute(db);
}

/** Takes every lease away: whoever had one is dead. For a host that has the database for itself. */
export async function forgetLeases(db: Database): Promise<void> {
  await sql`update servers set lease_host = null, lease_until = 0`.execute(db);
  await sql`update jobs set lease_until = 0, leased_by = null where done_at is null`.execute(db);
}
