import {
  GIVING_REFUSED,
  TAKING_REFUSED,
  type GivingRefused,
  type TakingRefused,
} from '../../protocol/invitations/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { tellBucketsOf } from '../buckets/own.ts';
import type { Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { readKeptServer, restrictedServer } from '../calls/server-row.ts';
import { grant, lastingPermissions, revoke, serverResource } from '../access/grants.ts';
import { lockName } from '../store/lock.ts';
import {
  decideChange,
  type Beside,
  type Decision,
  type Wanted,
} from '../../domain/personnel/change.ts';
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
  const own = await lastingPermissions(made.trx, actor, serverId);
  return { own, managed: manager !== undefined };
}

/** Reads who may do something with a server that is not restricted, and holds it until the transaction ends. */
export async function lockPersonnel(made: Change, serverId: string): Promise<Personnel> {
  const { trx } = made;
  // Two managers could remove each other otherwise.
  await lockName(trx, `personnel ${serverId}`);
  // Before anything that somebody holds on it, as whoever moves or deletes it: two could wait for each other otherwise.
  await trx.selectFrom('servers').select('id').where('id', '=', serverId).forKeyShare().execute();
  const { restricted } = await readKeptServer(trx, serverId);
  if (restricted) throw restrictedServer();
  return PERSONNEL_ROWS.read(trx, serverId, null);
}

/**
 * Gives and takes on one server what is decided, with its rows, its entry in the feed and in the audit. The account itself
 * is not told: whoever changes many servers at once tells it once.
 */
export async function setPermissions(
  made: Change,
  serverId: string,
  personnel: Personnel,
  wanted: Omit<Wanted, 'actor'>,
  by: Giver,
  known?: Beside,
): Promise<Decision> {
  const { subject } = wanted;
  const beside = known ?? (await besideOf(made, serverId, by.id));
  const decided = decideChange(personnel, { ...wanted, actor: by.id }, beside);
  if (decided.kind === 'refused' || decided.give.length + decided.take.length === 0) return decided;
  const { give, take } = decided;
  const resource = serverResource(serverId);
  await grant(made.trx, subject, resource, give, by.id, made.now);
  await revoke(made.trx, subject, resource, take);
  made.changeGrants(subject);
  await tellBucketsOf(made, [subject], { servers: [serverId] });
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
  return decided;
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
export async function giveMore(made: Change, serverId: string, giving: Giving): Promise<Given> {
  const decided = await manage(made, serverId, giving, (held) => [...held, ...giving.permissions]);
  if (decided.kind === 'refused') {
    const outcome = GIVING_REFUSED.find((code) => code === decided.code) ?? 'permission-denied';
    return { outcome, given: [] };
  }
  return { outcome: decided.give.length > 0 ? 'given' : 'unchanged', given: decided.give };
}

/** Takes back what was given to somebody on a server at a moment, as far as nobody has taken and given it again since. */
export async function takeGiven(
  made: Change,
  serverId: string,
  giving: Giving,
  at: number,
): Promise<'taken' | 'unchanged' | TakingRefused> {
  const { by, subject, permissions } = giving;
  const decided = await manage(made, serverId, giving, async (held) => {
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
    return held.filter((permission) => !theirs.has(permission));
  });
  if (decided.kind === 'refused')
    return TAKING_REFUSED.find((code) => code === decided.code) ?? 'permission-denied';
  return decided.take.length > 0 ? 'taken' : 'unchanged';
}

/** On a server of several: whoever cannot manage it, or whose server it is no more, is refused and nobody else. */
async function manage(
  made: Change,
  serverId: string,
  { by, subject }: Giving,
  wanted: (
    held: readonly ServerPermission[],
  ) => readonly ServerPermission[] | Promise<readonly ServerPermission[]>,
): Promise<Decision> {
  const personnel = await lockPersonnel(made, serverId).catch((error: unknown) => {
    const kind = error instanceof HostError ? error.kind : null;
    if (kind === 'not-found' || kind === 'server-restricted') return kind;
    throw error;
  });
  const beside = await besideOf(made, serverId, by.id);
  const { own } = beside;
  if (typeof personnel === 'string' || !own.includes('server.personnel')) {
    const there = typeof personnel === 'string' ? personnel : 'permission-denied';
    return { kind: 'refused', code: own.length > 0 ? there : 'not-found', text: '' };
  }
  const held = personnel.find(({ muster_id }) => muster_id === subject)?.permissions ?? [];
  const permissions = await wanted(held);
  return setPermissions(made, serverId, personnel, { subject, permissions }, by, beside);
}
