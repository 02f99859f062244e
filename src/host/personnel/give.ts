import type { GivingRefused, TakingRefused } from '../../protocol/invitations/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { readKeptServer } from '../calls/server-row.ts';
import { grant, revoke, serverPermissions, serverResource } from '../access/grants.ts';
import { lockName } from '../store/lock.ts';
import { decideChange, type Beside, type Wanted } from './change.ts';
import { PERSONNEL_ROWS, personnelId } from './rows.ts';

/** Who gives, as the feed of the server names them. */
export interface Giver {
  readonly id: string;
  readonly displayName: string;
}

type Personnel = readonly RowOf<'personnel'>[];

/** What somebody may do on a server, and whether it has managers that were not given that directly. */
async function besideOf(made: Change, serverId: string, actor: string): Promise<Beside> {
  const manager = await made.trx
    .selectFrom('rights')
    .select('subject')
    .where('resource', '=', serverResource(serverId))
    .where('permission', '=', 'server.personnel')
    .where('via', '=', 'role')
    .executeTakeFirst();
  const own = await serverPermissions(made.trx, actor, serverId);
  return { own, managed: manager !== undefined };
}

type Decided = Extract<ReturnType<typeof decideChange>, { kind: 'change' }>;

/** Reads who may do something with a server, and holds it until the transaction ends. */
export async function lockPersonnel(made: Change, serverId: string): Promise<Personnel> {
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
  personnel: Personnel,
): Promise<() => number> {
  const beside = await besideOf(made, serverId, wanted.actor);
  const decided = decideChange(personnel, wanted, beside);
  if (decided.kind === 'refused') throw new HostError(decided.code, decided.text);
  if (decided.give.length + decided.take.length > 0) {
    made.tellAccount(wanted.subject, 'permissions');
    await changePermissions(made, serverId, wanted.subject, decided, by);
  }
  return made.tellRows(PERSONNEL_ROWS, serverId, []);
}

/** Without telling the account itself: whoever changes many servers at once tells it once. */
async function changePermissions(
  made: Change,
  serverId: string,
  subject: string,
  { give, take }: Decided,
  by: Giver,
): Promise<void> {
  const resource = serverResource(serverId);
  await grant(made.trx, subject, resource, give, by.id, made.now);
  await revoke(made.trx, subject, resource, take);
  made.changeGrants(subject);
  made.tellConfigured(serverId, 'permissions', by);
  const { display_name: name } = await made.trx
    .selectFrom('accounts')
    .select('display_name')
    .where('id', '=', subject)
    .executeTakeFirstOrThrow();
  made.audit({
    actor: by.id,
    resource,
    action: 'personnel.set',
    detail: { subject, given: give, taken: take },
    told: { target: { id: subject, name } },
  });
  made.tellRows(PERSONNEL_ROWS, serverId, [personnelId(serverId, subject)]);
}

/** Who gives whom what, on one server of several. */
export interface Giving {
  readonly by: Giver;
  readonly subject: string;
  readonly permissions: readonly ServerPermission[];
}

/** What came of it; `given` is what they did not have before. */
export interface Given {
  readonly outcome: 'given' | 'unchanged' | GivingRefused;
  readonly given: readonly ServerPermission[];
}

/** Gives somebody more on a server, by whoever manages its personnel and may do so much themselves. */
export async function giveMore(
  made: Change,
  serverId: string,
  { by, subject, permissions }: Giving,
): Promise<Given> {
  const personnel = await personnelOf(made, serverId);
  const beside = await besideOf(made, serverId, by.id);
  const { own } = beside;
  if (personnel === null || own.length === 0) return { outcome: 'not-found', given: [] };
  if (!own.includes('server.personnel')) return { outcome: 'permission-denied', given: [] };
  const held = heldBy(personnel, subject);
  const wanted = { actor: by.id, subject, permissions: [...held, ...permissions] };
  const decided = decideChange(personnel, wanted, beside);
  if (decided.kind === 'refused') {
    const isFull = decided.code === 'limit-reached';
    return { outcome: isFull ? 'limit-reached' : 'permission-denied', given: [] };
  }
  if (decided.give.length === 0) return { outcome: 'unchanged', given: [] };
  await changePermissions(made, serverId, subject, decided, by);
  return { outcome: 'given', given: decided.give };
}

/** Takes back what was given to somebody on a server at a moment, as far as nobody has taken and given it again since. */
export async function takeGiven(
  made: Change,
  serverId: string,
  { by, subject, permissions }: Giving,
  at: number,
): Promise<'taken' | 'unchanged' | TakingRefused> {
  const personnel = await personnelOf(made, serverId);
  const beside = await besideOf(made, serverId, by.id);
  const { own } = beside;
  if (personnel === null || own.length === 0) return 'not-found';
  if (!own.includes('server.personnel')) return 'permission-denied';
  const rows = await made.trx
    .selectFrom('grants')
    .select('permission')
    .where('resource', '=', serverResource(serverId))
    .where('subject', '=', subject)
    .where('granted_by', '=', by.id)
    .where('since', '=', at)
    .where('permission', 'in', permissions)
    .execute();
  const theirs = new Set<string>(rows.map(({ permission }) => permission));
  const left = heldBy(personnel, subject).filter((permission) => !theirs.has(permission));
  const decided = decideChange(personnel, { actor: by.id, subject, permissions: left }, beside);
  if (decided.kind === 'refused') {
    const { code } = decided;
    return code === 'owner-stays' || code === 'last-manager' ? code : 'permission-denied';
  }
  if (decided.take.length === 0) return 'unchanged';
  await changePermissions(made, serverId, subject, decided, by);
  return 'taken';
}

/** null: the server is gone, or being deleted. */
async function personnelOf(made: Change, serverId: string): Promise<Personnel | null> {
  try {
    return await lockPersonnel(made, serverId);
  } catch (error) {
    if (error instanceof HostError && error.kind === 'not-found') return null;
    throw error;
  }
}

function heldBy(personnel: Personnel, id: string): readonly ServerPermission[] {
  return personnel.find(({ muster_id }) => muster_id === id)?.permissions ?? [];
}
