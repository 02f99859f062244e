import { accountIdOf } from '../identity/accounts.ts';
import { changeTold } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { lockPersonnel, setPermissions } from './give.ts';
import { PERSONNEL_ROWS } from './rows.ts';

/** `POST server/:id/personnel`: of somebody who is there; whoever is not has to accept an invitation first. */
export const personnelSet: Handler<'personnelSet'> = async ({ params, body }, context) => {
  const { account: actor, db } = context;
  const { server_id: serverId } = params;
  const subject = await accountIdOf(db, body.identifier);
  // Whether a name exists is answered only to those who manage a server's personnel.
  if (subject === null) {
    const fields = { identifier: 'unknown' };
    throw new HostError('account-not-found', 'There is no account with this name or id.', {
      fields,
    });
  }
  const told = await changeTold(context, async (made) => {
    const personnel = await lockPersonnel(made, serverId);
    if (body.permissions.length > 0 && !personnel.some(({ muster_id: id }) => id === subject)) {
      throw new HostError(
        'invite-first',
        'Invite them first. Nobody is added who has not accepted.',
      );
    }
    const decided = await setPermissions(made, serverId, personnel, { ...body, subject }, actor);
    if (decided.kind === 'refused') throw new HostError(decided.code, decided.text);
    if (decided.give.length + decided.take.length > 0) made.tellAccount(subject, 'permissions');
    return made.tellRows(PERSONNEL_ROWS, serverId, []);
  });
  return { status: true, muster_id: subject, ...told };
};
