/** Bans are made, changed, revoked and put into force again. */
import type { z } from 'zod';
import { inForce } from '../../domain/bans/applies.ts';
import { mayEdit, mayRemove, neededToAdd } from '../../domain/bans/rules.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import type { AuditVerb } from '../../domain/audit/actions.ts';
import type { banWho } from '../../protocol/bans/calls.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { BanListPermission } from '../../protocol/permissions.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { banListResource } from '../access/grants.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { tellPaged, tellPagedNew } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import { askDoors, heldOn, lockBanList, tellBanList } from './list.ts';
import { addBans, findsAnybody, readBan, replaceBan } from './store.ts';
import { find } from './who.ts';

const MINUTE = 60_000;

/** By whom something is done with bans. */
export type Bans = ChangeContext & Pick<Context, 'account'>;

/** `POST banlist/:id/bans/create`. */
export const banCreate: Handler<'banCreate'> = async ({ params, body }, context) =>
  createBan(context, params.banlist_id, body);

/** Bans somebody. Sent again, they are banned already. */
export async function createBan(
  context: Bans,
  listId: string,
  asked: {
    readonly ban_id: string;
    readonly who: z.output<typeof banWho>;
    readonly reason: string;
    readonly description: string;
    readonly minutes: number | null;
  },
): Promise<{ position: number }> {
  const { account } = context;
  await change(context, async (made) => {
    const { trx, now } = made;
    const { ban_id: id, who, reason, description, minutes } = asked;
    await holdPersons(trx);
    const list = await lockBanList(trx, listId);
    const until = endOf(minutes, now);
    need(await heldOn(trx, listId, account.id), neededToAdd(until));
    if ((await readBan(trx, listId, id)) !== null) return;
    if (list.entries >= BAN_LIMIT.bans) throw new HostError('limit-reached', 'The list is full.');
    const { about, banned } = await find(trx, who, account.id);
    const row: BanRow = {
      id,
      server_id: null,
      banlist_id: listId,
      ...about,
      reason,
      description,
      status: 'ACTIVE',
      origin: null,
      created_at: now,
      until,
      issuer_id: account.id,
      issuer_name: account.displayName,
      changed_at: now,
    };
    await addBans(trx, listId, [{ row, banned }]);
    await tellPagedNew(made, 'bans', [row]);
    auditBan(made, row, 'add', { until });
    await tellBanList(made, listId);
    askDoors(made, [listId]);
  });
  return standing(context, listId);
}

/** `POST banlist/:id/bans/:ban`. */
export const banEdit: Handler<'banEdit'> = ({ params, body }, context) =>
  changeBan(context, params, (ban, held, now) => {
    const { was, minutes, reason = ban.reason, description = ban.description } = body;
    refuseUnseen(ban, was);
    const until = minutes === undefined ? ban.until : endOf(minutes, now);
    if (!mayEdit(held, ban, until, context.account.id)) refuse(held, neededToAdd(until));
    // One that is over holds again with a new end.
    const status = minutes !== undefined && ban.status === 'INACTIVE' ? 'ACTIVE' : ban.status;
    return { verb: 'edit', row: { ...ban, reason, description, status, until } };
  });

/** `POST banlist/:id/bans/:ban/status`. */
export const banStatus: Handler<'banStatus'> = ({ params, body }, context) =>
  changeBan(context, params, (ban, held, now) => {
    const { status, minutes, was } = body;
    refuseUnseen(ban, was === undefined ? undefined : { status: was });
    if (status !== 'ACTIVE') {
      if (!mayRemove(held, ban, context.account.id)) refuse(held, 'banlist.remove');
      return { verb: 'status', row: { ...ban, status } };
    }
    // The end of one that is not over is for those to change who may edit it.
    const isOver = ban.until !== null && ban.until <= now;
    const until = isOver && minutes !== undefined ? endOf(minutes, now) : ban.until;
    need(held, neededToAdd(until));
    const row = { ...ban, status, until };
    if (!inForce(row, now)) throw new HostError('ban-over', 'Say for how long from now.');
    return { verb: 'status', row };
  });

/** Changes a ban as `next` says, who may throw; where nothing is another, nothing is told. */
async function changeBan(
  context: Bans,
  { banlist_id, ban_id }: { readonly banlist_id: string; readonly ban_id: string },
  next: (
    ban: BanRow,
    held: readonly string[],
    now: number,
  ) => { readonly verb: AuditVerb<'bans'>; readonly row: BanRow },
): Promise<{ position: number }> {
  await change(context, async (made) => {
    const { trx, now } = made;
    await holdPersons(trx);
    await lockBanList(trx, banlist_id);
    const before = await readBan(trx, banlist_id, ban_id);
    if (before === null) throw noSuch('ban');
    const held = await heldOn(trx, banlist_id, context.account.id);
    const { verb, row } = next(before, held, now);
    const parts = (['reason', 'description', 'status', 'until'] as const).filter(
      (part) => row[part] !== before[part],
    );
    if (parts.length === 0) return;
    if (row.status === 'ACTIVE' && before.status !== 'ACTIVE' && !(await findsAnybody(trx, ban_id)))
      throw new HostError('ban-of-nobody', 'Whoever it was about was erased.');
    const valuesOf = (ban: BanRow) => Object.fromEntries(parts.map((part) => [part, ban[part]]));
    await writeBan(made, before, { ...row, changed_at: now });
    auditBan(made, row, verb, { until: row.until }, valuesOf(before), valuesOf(row));
    await tellBanList(made, banlist_id);
    askDoors(made, [banlist_id]);
  });
  return standing(context, banlist_id);
}

/** Writes a ban and tells it. */
export async function writeBan(made: Change, before: BanRow, row: BanRow): Promise<void> {
  await replaceBan(made.trx, before, row);
  await tellPaged(made, 'bans', row, before);
}

/** Where the stream of the bans of a list stands. */
export async function standing(
  { db, publish }: Pick<Bans, 'db' | 'publish'>,
  listId: string,
): Promise<{ position: number }> {
  return { position: await publish.position(db, resourceStream('bans', listId)) };
}

function endOf(minutes: number | null, now: number): number | null {
  return minutes === null ? null : now + minutes * MINUTE;
}

/** Throws for what somebody who holds these may not do. */
export function need(held: readonly string[], permission: BanListPermission): void {
  if (!held.includes(permission)) refuse(held, permission);
}

/** Refuses what would take a permission. */
export function refuse(held: readonly string[], permission: BanListPermission): never {
  if (held.length === 0) throw noSuch('ban list');
  const needs = [permission];
  throw new HostError('permission-denied', `This needs the permission ${permission}.`, { needs });
}

/** Puts into the protocol of a list what was done with a ban. */
export function auditBan(
  made: Change,
  { id, banlist_id, person_id, name, reason, kind }: BanRow,
  verb: AuditVerb<'bans'>,
  detail: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>>,
  after?: Readonly<Record<string, unknown>>,
): void {
  made.audit({
    resource: banListResource(banlist_id),
    action: `bans.${verb}`,
    detail: { ban: id, kind, ...detail },
    told: {
      target: { id: person_id, name },
      text: reason,
      ...(before && { before }),
      ...(after && { after }),
    },
  });
}
