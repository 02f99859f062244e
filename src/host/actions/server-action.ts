import { commandNeeds } from '../../domain/actions/commands.ts';
import {
  ACTION_PERMISSION,
  isWhitelistAction,
  type GameActionRequest,
} from '../../protocol/actions/calls.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { authorizationOn, rightsOn, serverResource, throughOf } from '../access/grants.ts';
import { readServerRow } from '../calls/server-row.ts';
import { change } from '../change/change.ts';
import { newId } from '../store/ids.ts';
import { restWhitelist } from './rest-whitelist.ts';
import { connectionOf } from '../servers/settings.ts';
import { auditAction, type Ended } from './audit.ts';
import type { ActionOutcome } from './outcome.ts';
import { readStay } from './stay.ts';
import {
  ACTION_DEADLINE,
  askAction,
  NOBODY_RUNS,
  readOutcome,
  withdrawAction,
} from './requests.ts';
import type { PendingOutcomes } from './pending-outcomes.ts';

export interface ActionDeps extends HostDeps {
  /** Woken when the outcome of a request is written down. */
  readonly waiting: PendingOutcomes;
}

/** `POST server/:id/action`: asks the host that runs the server, and waits for the game's answer. */
export const serverAction: Handler<'serverAction', ActionDeps> = async (
  { params, body },
  context,
) => {
  const { account, session, db, now, secrets, publish, waiting, client } = context;
  const { request, request_id: requestId } = body;
  const serverId = params.server_id;
  const { game } = connectionOf(await readServerRow(db, serverId));
  // A command needs what its button needs, however it is spelled.
  const needs =
    request.action === SERVER_ACTION.RAW
      ? commandNeeds(gameName(game), request.command)
      : [ACTION_PERMISSION[request.action]];
  const rights = await rightsOn(db, account.id, serverResource(serverId));
  const missing = needs.filter((needed) => !rights.some(({ permission }) => permission === needed));
  const way = needs.map((permission) => throughOf(rights, permission)).find((one) => one !== null);
  // The authorization can end, and another begin, before the game has answered.
  const support = way === 'support' ? await authorizationOn(db, serverResource(serverId)) : null;
  const through = support === null ? (way ?? null) : `support/${support}`;
  const by = session && { session: session.id, through };
  if (missing.length > 0) {
    await audit({ outcome: 'failed', refused: 'permission-denied', missing });
    throw new HostError('permission-denied', `This needs the permission ${missing.join(', ')}.`, {
      needs: missing,
      audited: true,
    });
  }
  if (isWhitelistAction(request.action)) {
    await restWhitelist(context, serverId, request.action, through);
    return { status: true, answer: '' };
  }
  const asked = await askAction(db, secrets, {
    id: newId(now),
    accountId: account.id,
    by,
    requestId,
    serverId,
    request: request as GameActionRequest,
    address: client.address,
  });
  if (asked === null) throw noSuch('server');
  if (asked.differs) {
    throw new HostError(
      'invalid-request',
      'This request_id belongs to another request. Use a new one.',
      {
        fields: { request_id: 'already_used' },
      },
    );
  }
  const outcome = asked.outcome ?? (await wait(asked.id, asked.age));
  if (outcome.ok) return { status: true, answer: outcome.answer };
  throw new HostError(outcome.code, outcome.detail);

  async function wait(id: string, age: number): Promise<ActionOutcome> {
    const left = Math.max(0, ACTION_DEADLINE - age);
    const known = await waiting.until(id, () => readOutcome(db, id), left);
    if (known !== null) return known;
    if (await withdrawAction(db, id)) {
      await audit({ outcome: 'failed', refused: 'not-connected' });
      return NOBODY_RUNS;
    }
    return { ok: false, code: 'no-answer', detail: 'No answer came in time.' };
  }

  /** What no host that runs the server has come to know is written down here. */
  async function audit(ended: Ended): Promise<void> {
    const player = 'player_id' in request ? await readStay(db, serverId, request.player_id) : null;
    const server = { id: serverId, game };
    const entry = { actor: account.id, by, server, request, address: client.address, player };
    await change({ db, secrets, publish, now }, async (made) => auditAction(made, entry, ended));
  }
};
