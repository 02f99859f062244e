/** Ban lists and buckets are given to another owner, and deleted or kept where their group is. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { BAN_LIST_PERMISSION, type Permission } from '../../protocol/permissions.ts';
import { banListResource, bucketResource, lastingOn, subjectsOn } from '../access/grants.ts';
import type { StorageRule } from '../access/plan.ts';
import {
  auditBanList,
  changeSeers as changeListSeers,
  lockBanList,
  tellBanList,
} from '../bans/list.ts';
import { refuseFullLists, requestListDeletion } from '../bans/own.ts';
import { BAN_LIST_ROWS } from '../bans/rows.ts';
import { act } from '../bans/verification.ts';
import { auditBucket, changeSeers as changeBucketSeers, lockBucket } from '../buckets/bucket.ts';
import { deleteBucket, refuseFullBuckets } from '../buckets/own.ts';
import { BUCKET_ROWS } from '../buckets/rows.ts';
import { HostError } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { changeTold, type Change } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { holdMoved } from '../files/hold-storage.ts';
import { justMoved } from '../files/storage.ts';
import { displayNameOf } from '../identity/accounts.ts';
import type { Trx } from '../store/database.ts';
import type { GroupRow } from '../store/tables/groups.ts';
import { lockTakers, takenBy, throughChange, type Taker } from './takers.ts';
import { auditGroup } from './tell.ts';

interface Owned {
  readonly id: string;
  readonly identifier: string;
  readonly owner: string;
}

/** What differs between ban lists and buckets. */
interface Kind {
  readonly table: 'ban_lists' | 'buckets';
  /** Of its rows: those that nobody deletes. */
  readonly stays: RawBuilder<SqlBool>;
  readonly rows: ToldRows<'banLists'> | ToldRows<'buckets'>;
  readonly resource: (id: string) => string;
  /** What whoever takes it may then do with it, as far as that is not known by what they may do elsewhere. */
  readonly needs: readonly Permission[];
  readonly inGroup: 'banlist-move' | 'bucket-move';
  /** Throws where it is gone or being deleted. */
  readonly lock: (trx: Trx, id: string) => Promise<Owned>;
  readonly refuseFull: (made: Change, settings: StorageRule, payer: string) => Promise<void>;
  readonly changeSeers: (made: Change, id: string, before: readonly string[]) => Promise<void>;
  readonly audit: (made: Change, id: string, told: Told) => void;
  readonly destroy: (made: Change, thing: Owned) => Promise<void>;
  /** It counts for another account from now on. */
  readonly handedOn?: (made: Change, id: string) => Promise<unknown>;
}

interface Told {
  readonly text: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Ban lists. */
export const LISTS: Kind = {
  table: 'ban_lists',
  stays: sql`deleting is null`,
  rows: BAN_LIST_ROWS,
  resource: banListResource,
  needs: BAN_LIST_PERMISSION,
  inGroup: 'banlist-move',
  lock: lockBanList,
  refuseFull: ({ trx, now }, settings, payer) => refuseFullLists(trx, settings, payer, now),
  async changeSeers(made, id, before) {
    await changeListSeers(made, id, before);
    await tellBanList(made, id);
  },
  audit: (made, id, told) => auditBanList(made, id, 'move', told),
  destroy: requestListDeletion,
  handedOn: (made, id) => act(made, id, 'lapse'),
};

/** Buckets: who may do what with one follows from whose it is, and from the servers that use it. */
export const BUCKETS: Kind = {
  table: 'buckets',
  stays: sql`true`,
  rows: BUCKET_ROWS,
  resource: bucketResource,
  needs: ['bucket.modify'],
  inGroup: 'bucket-move',
  lock: lockBucket,
  refuseFull: ({ trx }, _settings, payer) => refuseFullBuckets(trx, payer),
  changeSeers: changeBucketSeers,
  audit: (made, id, told) => auditBucket(made, id, 'buckets.move', told),
  destroy: deleteBucket,
};

/** `POST banlist/:id/move`. */
export const banListMove: Handler<'banListMove'> = ({ params, body }, context) =>
  moveAsked(context, LISTS, params.banlist_id, body.to);

/** `POST bucket/:id/move`. */
export const bucketMove: Handler<'bucketMove'> = ({ params, body }, context) =>
  moveAsked(context, BUCKETS, params.bucket_id, body.to);

async function moveAsked(context: Context, kind: Kind, id: string, to: Taker) {
  const { account, db } = context;
  const { owner } = await db
    .selectFrom(kind.table)
    .select('owner')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return changeTold(context, async (made) => {
    const { trx } = made;
    const groups = await lockTakers(made, [owner, to.id]);
    const thing = await kind.lock(trx, id);
    if (thing.owner !== owner) throw justMoved();
    const from = groups.get(owner);
    if (from === undefined && owner !== account.id) {
      throw new HostError('permission-denied', 'Only its owner can do this.');
    }
    const held = await lastingOn(trx, account.id, kind.resource(id));
    const needs = kind.needs.filter((permission) => !held.has(permission));
    // Whoever takes it may do all of this with it: nobody gives what they lack.
    if (needs.length > 0) {
      throw new HostError('permission-denied', 'It takes every permission on it.', { needs });
    }
    const through = from && (await throughChange(made, from, account.id));
    await moveOwned(made, context, kind, { thing, from, to, groups, through });
    return made.tellRows(kind.rows, account.id, [id]);
  });
}

/** Gives a locked list or bucket to who takes it, in one change: nobody has a second of wrong rights. */
export async function moveOwned(
  made: Change,
  { account, settings }: Pick<Context, 'account' | 'settings'>,
  kind: Kind,
  {
    thing: { id, identifier },
    from,
    to,
    groups,
    through,
  }: {
    readonly thing: Owned;
    readonly from: GroupRow | undefined;
    readonly to: Taker;
    readonly groups: ReadonlyMap<string, GroupRow>;
    readonly through?: string | null | undefined;
  },
): Promise<void> {
  const { trx } = made;
  const { taker, takes } = await takenBy(made, groups, to, account.id);
  const paid = from?.owner ?? account.id;
  const pays = taker?.owner ?? to.id;
  if (pays !== paid) await kind.refuseFull(made, settings, pays);
  const owners = {
    before: { owner: from?.identifier ?? (await displayNameOf(trx, paid)) },
    after: { owner: taker?.identifier ?? account.displayName },
  };
  await own(made, kind, id, to);
  const detail = { from: from?.id ?? paid, to: to.id };
  kind.audit(made, id, { text: identifier, detail, ...owners });
  for (const group of [from, taker]) {
    if (group === undefined) continue;
    const told = { name: identifier, detail: { id, ...detail }, ...owners };
    auditGroup(made, group, kind.inGroup, { ...told, through: group === taker ? takes : through });
  }
  if (pays === paid) return;
  await kind.handedOn?.(made, id);
  await holdMoved(made, settings, { from: paid, to: pays });
}

async function own(made: Change, kind: Kind, id: string, { kind: owner_kind, id: owner }: Taker) {
  const { trx } = made;
  const before = await subjectsOn(trx, [kind.resource(id)]);
  await trx.updateTable(kind.table).set({ owner, owner_kind }).where('id', '=', id).execute();
  await kind.changeSeers(made, id, before);
}

/** A group is deleted: what it still has becomes its owner's own, and goes on to let in and keep out. */
export async function keepOwned(
  made: Change,
  kind: Kind,
  group: Pick<GroupRow, 'id' | 'owner'>,
): Promise<void> {
  for (const { id, identifier } of await ownedBy(made.trx, kind, group.id).execute()) {
    await own(made, kind, id, { kind: 'account', id: group.owner });
    kind.audit(made, id, { text: identifier, detail: { from: group.id, to: group.owner } });
  }
}

/** What belongs to a group, and nobody deletes yet, locked. */
export function stayingIn(trx: Trx, kind: Kind, groupId: string): Promise<readonly Owned[]> {
  return ownedBy(trx, kind, groupId).where(kind.stays).execute();
}

function ownedBy(trx: Trx, { table }: Kind, groupId: string) {
  return trx
    .selectFrom(table)
    .select(['id', 'identifier', 'owner'])
    .where('owner', '=', groupId)
    .orderBy('id')
    .forUpdate();
}
