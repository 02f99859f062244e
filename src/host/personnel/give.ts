import type { ServerPermission } from '../../protocol/permissions.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { readKeptServer } from '../calls/server-row.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';
import { lockName } from '../store/lock.ts';
import { decideChange, type Wanted } from './change.ts';
import { PERSONNEL_ROWS, personnelId } from './rows.ts';

/** Who gives, as the feed of the server names them. */
export interface Giver {
  readonly id: string;
  readonly displayName: string;
}

/** Reads who may do something with a server, and holds it until the transaction ends. */
export async function lockPersonnel(made: Change, serverId: string) {
  const { trx } = made;
  // Two managers could remove each other otherwise.
  await lockName(trx, `personnel ${serverId}`);
  await readKeptServer(trx, serverId);
  return PERSONNEL_ROWS.read(trx, serverId, null);
}

/**
 * Gives and takes on one server what was decided, with its rows, its entry in the feed and in the audit. What is answered
 * tells the position, once the change is done. Throws `HostError` where it is refused.
 */
export async function setPermissions(
  made: Change,
  serverId: string,
  wanted: Wanted,
  by: Giver,
  personnel: Awaited<ReturnType<typeof lockPersonnel>>,
): Promise<() => number> {
  const decided = decideChange(personnel, wanted);
  if (decided.kind === 'refused') throw new HostError(decided.code, decided.text);
  const { give, take } = decided;
  if (give.length + take.length === 0) return made.tellRows(PERSONNEL_ROWS, serverId, []);
  const { subject, actor } = wanted;
  const resource = serverResource(serverId);
  await grant(made.trx, subject, resource, give, actor, made.now);
  await revoke(made.trx, subject, resource, take);
  made.changeGrants(subject);
  made.tellAccount(subject, 'permissions');
  made.tellConfigured(serverId, 'permissions', by);
  const { display_name: name } = await made.trx
    .selectFrom('accounts')
    .select('display_name')
    .where('id', '=', subject)
    .executeTakeFirstOrThrow();
  made.audit({
    actor,
    resource,
    action: 'personnel.set',
    detail: { subject, given: give, taken: take },
    told: { target: { id: subject, name } },
  });
  return made.tellRows(PERSONNEL_ROWS, serverId, [personnelId(serverId, subject)]);
}

/** What giving on one server came to; a refusal is its code. */
export interface Given {
  readonly outcome: 'given' | 'unchanged' | 'absent' | ErrorCode;
  /** What they could do there before. */
  readonly held: readonly ServerPermission[];
}

/**
 * Gives somebody more on a server, by whoever manages its personnel and may do so much themselves. `absent`: they have
 * nothing there, and `entering` is false: they would have to be invited.
 */
export async function giveMore(
  context: ChangeContext,
  serverId: string,
  giver: Giver,
  subject: string,
  permissions: readonly ServerPermission[],
  entering: boolean,
): Promise<Given> {
  try {
    return await change(context, async (made) => {
      const personnel = await lockPersonnel(made, serverId);
      const rowOf = (id: string) => personnel.find(({ muster_id }) => muster_id === id);
      const own = rowOf(giver.id)?.permissions ?? [];
      const held = rowOf(subject)?.permissions ?? [];
      if (own.length === 0) return { outcome: 'not-found', held };
      if (!own.includes('server.personnel')) return { outcome: 'permission-denied', held };
      if (permissions.every((permission) => held.includes(permission)))
        return { outcome: 'unchanged', held };
      const wanted = { actor: giver.id, subject, permissions: [...held, ...permissions] };
      if (held.length > 0 || entering) {
        await setPermissions(made, serverId, wanted, giver, personnel);
        return { outcome: 'given', held };
      }
      const decided = decideChange(personnel, wanted);
      return { outcome: decided.kind === 'refused' ? decided.code : 'absent', held };
    });
  } catch (error) {
    if (error instanceof HostError) return { outcome: error.kind, held: [] };
    throw error;
  }
}
