/** How a screen without an account becomes a display: it shows a code, which somebody types. */
import { DISPLAY_PERMISSION } from '../../protocol/permissions.ts';
import { displayResource, grant } from '../access/grants.ts';
import { HostError, lockedOut } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { changeTold } from '../change/change.ts';
import { refuseFull } from '../change/told-rows.ts';
import { beginAttempt, forgetAttempts } from '../identity/lock-out.ts';
import { newId } from '../store/ids.ts';
import { beginPairing, claim, findCode } from './pairings.ts';
import { DISPLAY_ROWS } from './rows.ts';
import { holdWall } from './wall-row.ts';

export const pairingStart: Handler<'pairingStart'> = (_input, { db, client, now, secrets }) =>
  beginPairing(db, secrets, client.userAgent, now);

export const pairingClaim: Handler<'pairingClaim'> = async ({ body }, { db, client, now }) => {
  const claimed = await claim(db, body.secret, now);
  if (claimed.kind === 'expired')
    throw new HostError('pairing-expired', 'The code has expired. Ask for a new one.');
  if (claimed.kind === 'waiting') return { state: 'waiting' };
  client.enterDisplay(claimed.token);
  return { state: 'paired' };
};

/** `POST displays/pair`. Codes that no screen shows are counted, and lock the account out of trying more. */
export const displayPair: Handler<'displayPair'> = async ({ body }, context) => {
  const { db, account, now, secrets } = context;
  const { code, wall_id, name } = body;
  const key = secrets.mac('pairing', account.id);
  const refusal = await beginAttempt(db, key, now);
  if (refusal !== null) throw lockedOut('wrong codes', refusal.until, now);
  const id = newId(now);
  const told = await changeTold(context, async (made) => {
    const { trx } = made;
    await holdWall(trx, account.id, wall_id);
    const screen = await findCode(trx, secrets, code, now);
    if (screen === null) {
      throw new HostError('pairing-code-unknown', 'No screen shows this code.', {
        fields: { code: 'unknown' },
      });
    }
    await forgetAttempts(trx, key);
    await refuseFull(trx, DISPLAY_ROWS, account.id);
    const { code_hash, user_agent } = screen;
    await trx
      .insertInto('displays')
      .values({ id, owner: account.id, name, wall_id, user_agent, paired_at: now })
      .execute();
    await trx
      .updateTable('pairings')
      .set({ display_id: id })
      .where('code_hash', '=', code_hash)
      .execute();
    await grant(trx, account.id, displayResource(id), DISPLAY_PERMISSION, null, now);
    made.audit({ resource: displayResource(id), action: 'displays.pair', detail: { wall_id } });
    return made.tellRows(DISPLAY_ROWS, account.id, [id]);
  });
  return { ...told, display_id: id };
};
