import { ACTION_PERMISSION } from '../../protocol/actions/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { may, serverResource } from '../access/grants.ts';
import { newId } from '../store/ids.ts';
import type { ActionOutcome } from './outcome.ts';
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
  { account, db, now, secrets, waiting },
) => {
  const { request, request_id: requestId } = body;
  const serverId = params.server_id;
  const permission = ACTION_PERMISSION[request.action];
  if (!(await may(db, account.id, permission, serverResource(serverId)))) {
    throw new HostError('permission-denied', `This needs the permission ${permission}.`);
  }
  const asked = await askAction(db, secrets, {
    id: newId(now),
    accountId: account.id,
    requestId,
    serverId,
    request,
  });
  if (asked === null) throw new HostError('not-found', 'There is no such server.');
  if (asked.differs) {
    throw new HostError('invalid-request', 'Another request was sent under this request_id.', {
      fields: { request_id: 'already_used' },
    });
  }
  const outcome = asked.outcome ?? (await wait(asked.id, asked.age));
  if (outcome.ok) return { status: true, answer: outcome.answer };
  throw new HostError(outcome.code, outcome.detail);

  async function wait(id: string, age: number): Promise<ActionOutcome> {
    const left = Math.max(0, ACTION_DEADLINE - age);
    const known = await waiting.until(id, () => readOutcome(db, id), left);
    if (known !== null) return known;
    if (await withdrawAction(db, id)) return NOBODY_RUNS;
    return { ok: false, code: 'no-answer', detail: 'No answer came in time.' };
  }
};
