import { DISPLAY_PERMISSION } from '../../protocol/permissions.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import { beginAttempt, forgetAttempts } from '../identity/lock-out.ts';
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { displayResource, grant } from '../access/grants.ts';
import { newId } from '../store/ids.ts';
import { DISPLAY_ROWS } from './display-rows.ts';
import { lockLimit } from './limit.ts';
import { findCode } from './pairings.ts';
import { holdWall } from './wall-row.ts';

/** `POST displays/pair`. Codes that no screen shows are counted, and lock the account out of trying more. */
export const displayPair: Handler<'displayPair'> = async ({ body }, context) => {
  const { db, account, now } = context;
  const key = context.secrets.mac('pairing', account.id);
  const refusal = await beginAttempt(db, key, now);
  if (refusal !== null) {
    const retryAfter = Math.ceil((refusal.until - now) / 1_000);
    throw new HostError('locked-out', `Too many wrong codes. Try again in ${retryAfter} s.`, {
      retryAfter,
    });
  }
  const id = newId(now);
  const told = await change(context, async (made) => {
    const { trx } = made;
    await holdWall(trx, account.id, body.wall_id);
    const screen = await findCode(trx, context.secrets, body.code, now);
    if (screen === null) {
      throw new HostError('pairing-code-unknown', 'No screen shows this code.', {
        fields: { code: 'unknown' },
      });
    }
    await forgetAttempts(trx, key);
    await lockLimit(trx, 'displays', account.id, WALL_LIMIT.displaysOfAccount);
    await trx
      .insertInto('displays')
      .values({
        id,
        owner: account.id,
        name: body.name,
        wall_id: body.wall_id,
        token_hash: null,
        paired_at: now,
        last_seen: null,
        user_agent: screen.userAgent,
      })
      .execute();
    await trx
      .updateTable('pairings')
      .set({ display_id: id })
      .where('code_hash', '=', screen.codeHash)
      .execute();
    await grant(trx, account.id, displayResource(id), DISPLAY_PERMISSION, null, now);
    const told = made.tellRows(DISPLAY_ROWS, account.id, [id]);
    made.audit({
      resource: displayResource(id),
      action: 'displays.pair',
      detail: { wall_id: body.wall_id },
    });
    return told;
  });
  return { position: told(), display_id: id };
};
