import type { Handler } from '../calls/handler.ts';
import { grantedServers } from '../access/grants.ts';
import { readServersPage } from './list-page.ts';
import { atOneMoment } from '../store/database.ts';

/** `GET servers/list`: a page of servers, each with the position that it is true at. */
export const serversList: Handler<'serversList'> = async ({ query }, { account, db }) =>
  atOneMoment(db, async (trx) => {
    const granted = await grantedServers(trx, account.id);
    const visible = [...granted]
      .filter(([, permissions]) => permissions.includes('server.view'))
      .map(([id]) => id);
    const { servers, next } = await readServersPage(trx, visible, query);
    return { servers: servers.map(({ snapshot }) => snapshot), next };
  });
