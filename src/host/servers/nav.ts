/** The order that an account has given its servers: one row of the database, told as one for each server. */
import { grantedServers } from '../access/grants.ts';
import { changeTold } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Handler } from '../calls/handler.ts';
import type { Trx } from '../store/database.ts';
import { lockName } from '../store/lock.ts';

export const NAV_ROWS: ToldRows<'nav'> = {
  resource: 'nav',
  async read(trx, accountId, ids) {
    const wanted = ids === null ? null : new Set(ids);
    const servers = await orderOf(trx, accountId);
    return servers
      .map((id, place) => ({ id, server_id: null, place }))
      .filter(({ id }) => wanted?.has(id) ?? true);
  },
};

export const navSet: Handler<'navSet'> = async ({ body }, context) => {
  const { id: account } = context.account;
  return changeTold(context, async (made) => {
    const { trx } = made;
    await lockName(trx, `nav of ${account}`);
    const granted = await grantedServers(trx, account);
    const before = await orderOf(trx, account);
    const after = [...new Set(body.servers)].filter((id) => {
      const held = granted.get(id);
      // A restricted one keeps its place.
      return held !== undefined && (held.length === 0 || held.includes('server.view'));
    });
    await trx
      .insertInto('server_nav')
      .values({ account_id: account, servers: after })
      .onConflict((row) => row.column('account_id').doUpdateSet({ servers: after }))
      .execute();
    const places = new Map(after.map((id, place) => [id, place]));
    const moved = [...new Set([...before, ...after])].filter(
      (id) => before.indexOf(id) !== (places.get(id) ?? -1),
    );
    return made.tellRows(NAV_ROWS, account, moved);
  });
};

async function orderOf(trx: Trx, account: string): Promise<readonly string[]> {
  const row = await trx
    .selectFrom('server_nav')
    .select('servers')
    .where('account_id', '=', account)
    .executeTakeFirst();
  return row?.servers ?? [];
}
