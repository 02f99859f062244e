/** What becomes of a ban list as a whole. */
import { BAN_LIMIT, type BanListOwner } from '../../protocol/bans/limits.ts';
import type { PlanRule } from '../access/plan.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { payerOf } from '../calls/payer.ts';
import { refuseFullPlan } from '../calls/plan-room.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { changeTold, type Change, type ChangeContext } from '../change/change.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Trx } from '../store/database.ts';
import { DELETE_BAN_LIST } from './delete-job.ts';
import {
  auditBanList,
  changeSeers,
  lockBanList,
  tellBanList,
  tellSeer,
  type BanList,
} from './list.ts';
import { act } from './verification.ts';
import { endFollowers, newShareCode, tellFollowing } from './follow.ts';
import { BAN_LIST_ROWS } from './rows.ts';

/** By whom a list is made. */
export type MakesLists = ChangeContext & Pick<Context, 'account' | 'settings'>;

/** `POST banlists/create`. Sent again, it is there already. */
export const banListCreate: Handler<'banListCreate'> = async ({ body }, context) =>
  createBanList(context, body);

export async function createBanList(
  context: MakesLists,
  {
    banlist_id: id,
    identifier,
    owner,
  }: {
    readonly banlist_id: string;
    readonly identifier: string;
    readonly owner: { readonly kind: BanListOwner; readonly id: string };
  },
): Promise<{ position: number }> {
  const { account, settings } = context;
  return changeTold(context, async (made) => {
    const { trx, now } = made;
    const held = await trx
      .selectFrom('ban_lists')
      .select(['owner', 'owner_kind'])
      .where('id', '=', id)
      .executeTakeFirst();
    const isSame = held?.owner === owner.id && held.owner_kind === owner.kind;
    if (held !== undefined && !isSame) throw noSuch('ban list');
    const payer = await payerOf(trx, owner, account.id);
    if (held !== undefined) return tellSeer(made, id, account.id);
    await refuseFullLists(trx, settings, payer, now);
    await trx
      .insertInto('ban_lists')
      .values({
        id,
        owner: owner.id,
        owner_kind: owner.kind,
        identifier,
        created_at: now,
        deleting: null,
      })
      .execute();
    await changeSeers(made, id, []);
    auditBanList(made, id, 'create', { text: identifier, after: { identifier } });
    return tellSeer(made, id, account.id);
  });
}

/** Throws where an account can have no other list, with those of its groups; it is locked until the transaction ends. */
export async function refuseFullLists(
  trx: Trx,
  rule: PlanRule,
  accountId: string,
  now: number,
): Promise<void> {
  const owned = async () => {
    const row = await trx
      .selectFrom('ban_lists as b')
      .leftJoin('groups as g', 'g.id', 'b.owner')
      .select(({ fn }) => fn.countAll<number>().as('owned'))
      .where(({ fn }) => fn.coalesce('g.owner', 'b.owner'), '=', accountId)
      .executeTakeFirstOrThrow();
    return row.owned;
  };
  const wanted = { limit: 'ban_lists', many: 'ban lists', owned, most: BAN_LIMIT.owned } as const;
  await refuseFullPlan(trx, rule, accountId, wanted, now);
}

/** `POST banlist/:id`. */
export const banListEdit: Handler<'banListEdit'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id } = params;
    const list = await lockBanList(made.trx, id);
    refuseUnseen(settingsOf(list), body.was);
    const before = settingsOf(list);
    const {
      identifier = before.identifier,
      keep_inactive = before.keep_inactive,
      public: is_public = before.public,
      evidence_public = before.evidence_public,
      allow_followers = before.allow_followers,
    } = body;
    const flags = { keep_inactive, evidence_public, allow_followers };
    const after: Settings = { identifier, public: is_public, ...flags };
    const share_code = list.share_code ?? (allow_followers ? newShareCode() : null);
    await made.trx
      .updateTable('ban_lists')
      .set({ identifier, is_public, ...flags, share_code })
      .where('id', '=', id)
      .execute();
    auditBanList(made, id, 'edit', {
      text: identifier,
      before: { ...before },
      after: { ...after },
    });
    if (before.identifier !== after.identifier) await tellFollowing(made, id);
    if (!after.allow_followers) await endFollowers(made, list);
    if (!after.public) await act(made, id, 'lapse');
    await tellBanList(made, id);
    return tellSeer(made, id, context.account.id);
  });

/** What may be changed of a list, as the wire calls it. */
interface Settings {
  readonly identifier: string;
  readonly keep_inactive: boolean;
  readonly public: boolean;
  readonly evidence_public: boolean;
  readonly allow_followers: boolean;
}

function settingsOf({
  identifier,
  keep_inactive,
  is_public,
  evidence_public,
  allow_followers,
}: BanList): Settings {
  return { identifier, keep_inactive, public: is_public, evidence_public, allow_followers };
}

/** `POST banlist/:id/delete`: nobody is kept out by it from now on, and a job removes what is in it. */
export const banListDelete: Handler<'banListDelete'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id } = params;
    const list = await lockBanList(made.trx, id);
    if (!(await owns(made.trx, list, context.account.id))) {
      throw new HostError('permission-denied', 'Only its owner can do this.');
    }
    if (body.identifier !== list.identifier) {
      throw new HostError('confirmation-mismatch', 'That is not its name.', {
        fields: { identifier: 'confirmation-mismatch' },
      });
    }
    await requestListDeletion(made, list);
    return tellSeer(made, id, context.account.id);
  });

/** Deletes a locked list: nobody is kept out by it from now on. */
export async function requestListDeletion(
  made: Change,
  { id, identifier }: Pick<BanList, 'id' | 'identifier'>,
): Promise<void> {
  const { trx, now } = made;
  await trx.updateTable('ban_lists').set({ deleting: 'requested' }).where('id', '=', id).execute();
  await enqueue(trx, { kind: DELETE_BAN_LIST, key: id, payload: { banlist_id: id }, runAt: now });
  auditBanList(made, id, 'delete', { text: identifier });
  await tellBanList(made, id);
}

async function owns(trx: Trx, { owner, owner_kind }: BanList, accountId: string): Promise<boolean> {
  if (owner_kind === 'account') return owner === accountId;
  const group = await trx
    .selectFrom('groups')
    .select('owner')
    .where('id', '=', owner)
    .executeTakeFirst();
  return group?.owner === accountId;
}

/** What these accounts may do by a group is another now, or what that is called: so are its lists, for them. */
export async function tellListsOf(
  made: Change,
  owners: readonly string[],
  accounts: readonly string[],
): Promise<void> {
  if (owners.length === 0 || accounts.length === 0) return;
  const lists = await made.trx
    .selectFrom('ban_lists')
    .select('id')
    .where('owner', 'in', owners)
    .execute();
  const ids = lists.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const account of accounts) made.tellRows(BAN_LIST_ROWS, account, ids);
}
