import { accountIdOf } from '../identity/accounts.ts';
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { readKeptServer } from '../calls/server-row.ts';
import type { Handler } from '../calls/handler.ts';
import { lockName } from '../store/lock.ts';
import { decideChange } from './change.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';
import { PERSONNEL_ROWS, personnelId } from './rows.ts';

export const personnelSet: Handler<'personnelSet'> = async ({ params, body }, context) => {
  const { account: actor, db, now } = context;
  const { server_id: serverId } = params;
  const subject = await accountIdOf(db, body.identifier);
  // Whether a name exists is answered only to those who manage a server's personnel.
  if (subject === null) {
    const fields = { identifier: 'unknown' };
    throw new HostError('account-not-found', 'Nobody has this name.', { fields });
  }
  const told = await change(context, async (made) => {
    const { trx } = made;
    // Two managers could remove each other otherwise.
    await lockName(trx, `personnel ${serverId}`);
    await readKeptServer(trx, serverId);
    const personnel = await PERSONNEL_ROWS.read(trx, serverId, null);
    const decided = decideChange(personnel, { ...body, actor: actor.id, subject });
    if (decided.kind === 'refused') throw new HostError(decided.code, decided.text);
    const { give, take } = decided;
    if (give.length + take.length === 0) return made.tellRows(PERSONNEL_ROWS, serverId, []);
    const resource = serverResource(serverId);
    await grant(trx, subject, resource, give, actor.id, now);
    await revoke(trx, subject, resource, take);
    made.changeGrants(subject);
    made.tellAccount(subject, 'permissions');
    made.tellConfigured(serverId, 'permissions', actor);
    const detail = { subject, given: give, taken: take };
    made.audit({ resource, action: 'personnel.set', detail });
    return made.tellRows(PERSONNEL_ROWS, serverId, [personnelId(serverId, subject)]);
  });
  return { status: true, muster_id: subject, position: told() };
};
