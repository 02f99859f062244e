/**
 * Giving what an invitation brings, and taking it back: some servers in each change, so that nobody's are held for long.
 * What is left to do stands in `invitation_results`; a job does it where a host ends in between.
 */
import { z } from 'zod';
import type { TakingRefused } from '../../protocol/invitations/limits.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { mayEnter } from '../identity/sessions.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { giveMore, takeGiven, type Giving } from '../personnel/give.ts';
import type { Trx } from '../store/database.ts';
import { permissionsOf, tellInvitation, type Invitation } from './rows.ts';

/** The job that ends what a host has begun. */
export const CARRY_OUT = 'carry-out-invitation';

/** Whoever asked does it within this time, unless their host ends. */
const LATER_MS = 60_000;

/** So many servers are changed at once. */
const AT_ONCE = 25;

/** What became of taking back on one server. */
export interface Taken {
  readonly server_id: string;
  readonly outcome: 'taken' | 'unchanged' | TakingRefused;
}

/** Sees to it that an invitation is carried out, whatever becomes of this host: call it with what makes it so. */
export async function carryOutLater(made: Change, id: string, what: 'give' | 'take') {
  const payload = { invitation: id, what };
  const key = `${id} ${what}`;
  await enqueue(made.trx, { kind: CARRY_OUT, key, payload, runAt: made.now + LATER_MS });
}

const payloadOf = z.object({ invitation: z.string(), what: z.enum(['give', 'take']) });

/** The job. */
export async function carryOut(
  { db, publish, secrets, clock }: Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>,
  payload: unknown,
): Promise<void> {
  const { invitation, what } = payloadOf.parse(payload);
  const context = { db, publish, secrets, now: clock() };
  if (what === 'give') await giveWaiting(context, invitation);
  else await takeBack(context, invitation);
}

/** Gives on every server that waits, as far as whoever made the invitation may still give it there. */
export async function giveWaiting(context: ChangeContext, id: string): Promise<void> {
  while (await change(context, (made) => giveSome(made, id)));
}

async function giveSome(made: Change, id: string): Promise<boolean> {
  const { trx, now } = made;
  const row = await lockInvitation(trx, id);
  if (row === null || row.revoked_at !== null) return false;
  const waiting = await trx
    .selectFrom('invitation_results')
    .select('server_id')
    .where('invitation_id', '=', id)
    .where('outcome', '=', 'waiting')
    // Everybody takes servers in one order, or two could wait for each other.
    .orderBy('server_id')
    .limit(AT_ONCE)
    .execute();
  if (waiting.length === 0) return false;
  const giving = await givingOf(trx, row);
  for (const { server_id } of waiting) {
    const { outcome, given } =
      giving === null
        ? { outcome: 'not-found', given: [] }
        : await giveMore(made, server_id, giving);
    await trx
      .updateTable('invitation_results')
      .set({ outcome, given: [...given], at: now })
      .where('invitation_id', '=', id)
      .where('server_id', '=', server_id)
      .execute();
  }
  if (giving !== null) made.tellAccount(giving.subject, 'permissions');
  tellInvitation(made, row);
  return waiting.length === AT_ONCE;
}

/** Takes back what an invitation gave, on every server where whoever made it may; answers what became of it. */
export async function takeBack(context: ChangeContext, id: string): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (;;) {
    const some = await change(context, (made) => takeSome(made, id));
    taken.push(...some);
    if (some.length < AT_ONCE) return taken;
  }
}

async function takeSome(made: Change, id: string): Promise<readonly Taken[]> {
  const { trx } = made;
  const row = await lockInvitation(trx, id);
  if (row === null || row.revoked_at === null) return [];
  const rows = await trx
    .selectFrom('invitation_results')
    .selectAll()
    .where('invitation_id', '=', id)
    .orderBy('server_id')
    .limit(AT_ONCE)
    .execute();
  if (rows.length === 0) return [];
  const giving = await givingOf(trx, row);
  const taken: Taken[] = [];
  for (const { server_id, given, at } of rows) {
    if (giving === null) continue;
    const permissions = permissionsOf({ permissions: given });
    const outcome =
      permissions.length === 0
        ? 'unchanged'
        : await takeGiven(made, server_id, { ...giving, permissions }, at);
    taken.push({ server_id, outcome });
  }
  await trx
    .deleteFrom('invitation_results')
    .where('invitation_id', '=', id)
    .where(
      'server_id',
      'in',
      rows.map(({ server_id }) => server_id),
    )
    .execute();
  if (giving !== null) made.tellAccount(giving.subject, 'permissions');
  return taken;
}

async function lockInvitation(trx: Trx, id: string): Promise<Invitation | null> {
  const row = await trx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Who gives whom what; null where whoever made it is gone, or may not be here any more. */
async function givingOf(trx: Trx, row: Invitation): Promise<Giving | null> {
  const subject = row.used_by ?? row.to_id;
  const maker = await trx
    .selectFrom('accounts')
    .select(['id', 'display_name', 'status'])
    .where('id', '=', row.from_id)
    .executeTakeFirst();
  if (maker === undefined || subject === null || !mayEnter(maker.status)) return null;
  const by = { id: maker.id, displayName: maker.display_name };
  return { by, subject, permissions: permissionsOf(row) };
}
