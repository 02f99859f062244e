import { sql } from 'kysely';
import { withImplied } from '../../domain/personnel/rules.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { nameKey } from '../identity/accounts.ts';
import { change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { readKeptServer } from '../calls/server-row.ts';
import type { Handler } from '../calls/handler.ts';
import { PERSONNEL_MAX } from '../../protocol/personnel/limits.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Database, Trx } from '../store/database.ts';
import { type Change, decideChange } from './change.ts';
import { grant, serverPermissions, serverResource } from '../access/grants.ts';
import { PERSONNEL_ROWS, personnelId } from './rows.ts';

export const personnelSet: Handler<'personnelSet'> = async ({ params, body }, context) => {
  const { account: actor, db, now } = context;
  const { server_id: serverId } = params;
  const subject = await findAccount(db, body.identifier);
  const told = await change(context, async (made) => {
    const { trx } = made;
    await lockPersonnel(trx, serverId);
    const { owner } = await readKeptServer(trx, serverId);
    const held = await serverPermissions(trx, subject, serverId);
    refuseChanged(held, body.was);
    const decided = decideChange(
      await serverPermissions(trx, actor.id, serverId),
      {
        held,
        othersOwner: subject !== actor.id && subject === owner,
        full: (await countPersonnel(trx, serverId)) >= PERSONNEL_MAX,
      },
      body.permissions,
      await otherManagers(trx, serverId, subject),
    );
    if (decided.kind !== 'change') throw refusal(decided);
    const { give, take } = decided;
    const row = [personnelId(serverId, subject)];
    const told = made.tellRows(PERSONNEL_ROWS, serverId, give.length + take.length > 0 ? row : []);
    if (give.length === 0 && take.length === 0) return told;
    await grant(trx, subject, serverResource(serverId), give, actor.id, now);
    await revoke(trx, subject, serverId, take);
    made.tellAccount(subject, 'permissions');
    const by = { muster_id: actor.id, display_name: actor.displayName };
    made.tell(serverStream(serverId, 'feed'), 'server:feed', {
      server_id: serverId,
      at: now,
      entry: { kind: 'configuration', actor: by, change: 'permissions' },
    });
    made.changeGrants(subject);
    made.audit({
      resource: serverResource(serverId),
      action: 'personnel.set',
      detail: { subject, given: give, taken: take },
    });
    return told;
  });
  return { status: true, muster_id: subject, position: told() };
};

/** By username or id. Answers whether a name exists only to those who manage a server's personnel. */
async function findAccount(db: Database, identifier: string): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where((account) =>
      account.or([
        account('username_key', '=', nameKey(identifier)),
        account('id', '=', identifier),
      ]),
    )
    .orderBy((account) => account('id', '!=', identifier))
    .executeTakeFirst();
  if (row !== undefined) return row.id;
  throw new HostError('account-not-found', 'Nobody has this name.', {
    fields: { identifier: 'unknown' },
  });
}

/** Changes of one server's personnel wait for each other: two managers could remove each other otherwise. */
async function lockPersonnel(trx: Trx, serverId: string): Promise<void> {
  const name = `personnel ${serverId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Nothing is given back or taken that its editor has not seen. */
function refuseChanged(
  held: readonly ServerPermission[],
  was: readonly ServerPermission[] | undefined,
): void {
  if (was === undefined) return;
  const seen = withImplied(was);
  if (held.length === seen.length && held.every((permission) => seen.includes(permission))) return;
  throw new HostError('row-changed', 'It was changed meanwhile: read it again.');
}

async function countPersonnel(trx: Trx, serverId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('grants')
    .select((row) => row.fn.count<number>('subject').distinct().as('count'))
    .where('resource', '=', serverResource(serverId))
    .executeTakeFirstOrThrow();
  return count;
}

async function otherManagers(trx: Trx, serverId: string, subject: string): Promise<number> {
  const { count } = await trx
    .selectFrom('grants')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('resource', '=', serverResource(serverId))
    .where('permission', '=', 'server.personnel')
    .where('subject', '!=', subject)
    .executeTakeFirstOrThrow();
  return count;
}

async function revoke(
  trx: Trx,
  subject: string,
  serverId: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await trx
    .deleteFrom('grants')
    .where('subject', '=', subject)
    .where('resource', '=', serverResource(serverId))
    .where('permission', 'in', [...permissions])
    .execute();
}

function refusal(change: Exclude<Change, { kind: 'change' }>): HostError {
  switch (change.kind) {
    case 'last-manager':
      return new HostError('last-manager', 'Somebody must be left who manages the personnel.');
    case 'owner-stays':
      return new HostError('owner-stays', 'Nobody takes anything from the owner of a server.');
    case 'full':
      return new HostError(
        'limit-reached',
        `A server has ${PERSONNEL_MAX} accounts at most that may do something with it.`,
      );
    case 'not-yours':
      return new HostError(
        'permission-denied',
        `You cannot give or take what you do not have: ${change.permissions.join(', ')}.`,
      );
  }
}
