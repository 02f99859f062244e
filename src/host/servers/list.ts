import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../protocol/calls.ts';
import type { HostDeps } from '../http/deps.ts';
import { route } from '../http/route.ts';
import { grantedServers } from '../personnel/grants.ts';
import { readServers } from './snapshots.ts';

const MAX_IDS = 200;

/** `GET servers/list`: each server with the position that it is true at. */
export function registerServersList(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.serversList,
  )(async ({ query, account, db }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const granted = await grantedServers(trx, account.id);
        const visible = [...granted]
          .filter(([, permissions]) => permissions.includes('server.view'))
          .map(([id]) => id);
        const asked =
          query.ids === undefined ? null : new Set(query.ids.split(',').slice(0, MAX_IDS));
        const ids = asked === null ? visible : visible.filter((id) => asked.has(id));
        const servers = await readServers(trx, ids);
        return { servers: servers.map(({ snapshot }) => snapshot) };
      }),
  );
}
