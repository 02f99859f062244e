import { sql } from 'kysely';
import type { Answer, Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { grantedServers, HOST_RESOURCE, may } from '../access/grants.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { OF_HOST } from '../store/paged/rows.ts';
import { PERSONNEL_ROWS } from './rows.ts';

type Card = Answer<'accountCard'>;

/**
 * What whoever asks may know of an account. Whom they may know nothing of answers as nobody does. On a server, that is
 * who has permissions there, or is in its audit.
 */
export const accountCard: Handler<'accountCard'> = async (
  { query: { muster_id: id, server_id } },
  { account, db },
) =>
  atOneMoment(db, async (trx) => {
    const isSelf = account.id === id;
    const whole = isSelf || (await may(trx, account.id, 'host.operate', HOST_RESOURCE));
    const here = server_id === undefined ? null : await hereOf(trx, account.id, server_id, id);
    const found = await trx
      .selectFrom('accounts')
      .select(['display_name', 'username', 'status', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined || (here === null && !whole)) {
      throw new HostError('not-found', 'There is no such account.');
    }
    const { display_name, ...rest } = found;
    return {
      display_name,
      here,
      account: whole ? ({ ...rest, ...(await beside(trx, id)) } as Card['account']) : null,
    };
  });

async function hereOf(
  trx: Trx,
  viewer: string,
  serverId: string,
  id: string,
): Promise<Card['here']> {
  // Of a restricted server nobody is told who may do what with it.
  const permissions = (await grantedServers(trx, viewer, serverId)).get(serverId) ?? [];
  const reads = permissions.includes('server.view.audit');
  if (!reads && !permissions.includes('server.personnel')) return null;
  const people = await PERSONNEL_ROWS.read(trx, serverId, null);
  const held = people.find(({ muster_id }) => muster_id === id);
  const last = reads ? await lastOf(trx, 'audit', serverId, sql`key_actor_id = ${id}`) : null;
  if (held === undefined && last === null) return null;
  return {
    permissions: held?.permissions ?? [],
    since: held?.since ?? null,
    owner: held?.owner ?? false,
    last,
  };
}

async function beside(trx: Trx, id: string) {
  const { rows } = await sql<{ servers: number }>`
    select count(distinct resource)::int as servers from grants
    where subject = ${id} and resource like 'server/%'
  `.execute(trx);
  const signedIn = sql`key_actor_id = ${id} and key_action = 'account.sign-in'`;
  return {
    servers: rows[0]?.servers ?? 0,
    signed_in: await lastOf(trx, 'oversight', OF_HOST, signedIn),
  };
}

/** The moment of the newest entry of an audit that is so. */
async function lastOf(
  trx: Trx,
  resource: 'audit' | 'oversight',
  owner: string,
  where: ReturnType<typeof sql>,
): Promise<number | null> {
  const column = sql.ref(resource === 'audit' ? 'server_id' : 'owner_id');
  const { rows } = await sql<{ at: number }>`
    select key_at as at from ${sql.table(`paged_${resource}`)}
    where ${column} = ${owner} and ${where} order by key_at desc limit 1
  `.execute(trx);
  return rows[0]?.at ?? null;
}
