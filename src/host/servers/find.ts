import { GAME } from '../../protocol/enumerations.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { guardedPorts } from '../connectors/address-rule.ts';
import { findServers } from '../connectors/games/find-servers.ts';
import { faultText } from './check-connection.ts';
import type { ServerDeps } from './deps.ts';
import { checkPlanLimit } from './plan-limit.ts';

/** `POST servers/find`: one question to each of some forty ports, of an address where a server may be. */
export const serversFind: Handler<'serversFind', ServerDeps> = async (
  { body: { host, ports: named } },
  context,
) => {
  const { ports, addressRule } = context;
  await checkPlanLimit(context.db, context.settings, context.account.id, context.now);
  const found = await findServers(host, named, guardedPorts(ports, addressRule.allows));
  if (!found.ok) throw new HostError(found.kind, faultText(found));
  return {
    servers: found.servers.map(({ game, gamePort, queryPort, ...told }) => ({
      game: GAME[game],
      game_port: gamePort,
      query_port: queryPort,
      ...told,
    })),
  };
};
