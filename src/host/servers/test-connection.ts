import type { Handler } from '../calls/handler.ts';
import { checkClaim, checkConnection, checkRemoteControl } from './check-connection.ts';
import { targetOf } from './connection.ts';
import type { ServerDeps } from './deps.ts';
import { checkPlanLimit } from './plan-limit.ts';

/** `POST servers/test`: one log-in, then everything closed again. */
export const serversTest: Handler<'serversTest', ServerDeps> = async ({ body }, context) => {
  const { account, db, ports, addressRule } = context;
  checkRemoteControl(body);
  await checkPlanLimit(context.db, context.settings, context.account.id, context.now);
  const { latency, name, map, population } = await checkConnection(
    targetOf(body, body.rcon_password),
    ports,
    addressRule.allows,
  );
  await checkClaim(db, body, account.id);
  const { players, slots } = population;
  return { status: true, latency: Math.round(latency), name, map, players, slots };
};
