/** The webhooks of a ban list are set up, changed, paused and removed. */
import { planInForce, webhookLimit } from '../../domain/account/plan.ts';
import { shownTarget } from '../../domain/webhooks/target.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { WEBHOOK_LIMIT, type WebhookEvent } from '../../protocol/webhooks/limits.ts';
import { PLAN_COLUMNS, subscriberOf } from '../access/plan.ts';
import { auditBanList, heldOn, lockBanList, type BanList } from '../bans/list.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Context, Handler } from '../calls/handler.ts';
import { changeTold, type Change } from '../change/change.ts';
import { streamPosition } from '../realtime/log.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookRow } from '../store/tables/webhooks.ts';
import { wakeAt } from './due.ts';
import { BAN_LIST_WEBHOOK_ROWS } from './rows.ts';
import { sealPart } from './seal.ts';
import type { Taken } from './taken.ts';

/** `POST banlist/:id/webhooks`. Sent again, it is there already. */
const banListWebhookAdd: Handler<'banListWebhookAdd'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id } = params;
    const { webhook_id, url, secret } = body;
    const { trx, now } = made;
    const list = await lockBanList(trx, id);
    await refuseUnread(trx, id, context.account.id);
    const held = await trx
      .selectFrom('webhooks')
      .select('banlist_id')
      .where('id', '=', webhook_id)
      .executeTakeFirst();
    if (held !== undefined && held.banlist_id !== id) throw noSuch('webhook');
    if (held !== undefined) return tell(made, id, webhook_id);
    refuseUnsigned(body.flavor, secret !== undefined);
    await refuseFull(trx, context, list);
    const set = valuesOf(body);
    await trx
      .insertInto('webhooks')
      .values({
        id: webhook_id,
        banlist_id: id,
        ...set,
        ...sealedUrl(context, webhook_id, url),
        sealed_secret:
          secret === undefined ? null : sealPart(context.secrets, webhook_id, 'secret', secret),
        creator_id: context.account.id,
        created_at: now,
        changed_at: now,
        status: 'CREATED',
        security: 'UNDECIDED',
        told_after: await streamPosition(trx, resourceStream('bans', id)),
        due_at: now,
      })
      .execute();
    await wakeAt(trx, { id: webhook_id, asked: 0, due_at: now });
    const target = shownTarget(url);
    auditBanList(made, id, 'webhook-add', {
      text: target,
      detail: { webhook: webhook_id, flavor: set.flavor, events: set.events },
    });
    return tell(made, id, webhook_id);
  });

/** `POST banlist/:id/webhooks/:webhook/edit`. */
const banListWebhookEdit: Handler<'banListWebhookEdit'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, webhook_id } = params;
    const { url, secret, was } = body;
    const { trx, now } = made;
    const held = await holdWebhook(made, params);
    await refuseUnread(trx, id, context.account.id);
    if (held.changed_at !== was) {
      throw new HostError('row-changed', 'Somebody else has changed this webhook.');
    }
    refuseUnsigned(body.flavor, secret !== undefined || held.sealed_secret !== null);
    const set = valuesOf(body);
    const isElsewhere = url !== undefined || set.flavor !== held.flavor;
    await trx
      .updateTable('webhooks')
      .set({
        ...set,
        ...(url !== undefined && sealedUrl(context, webhook_id, url)),
        ...(secret !== undefined && {
          sealed_secret: sealPart(context.secrets, webhook_id, 'secret', secret),
        }),
        changed_at: Math.max(now, held.changed_at + 1),
      })
      .where('id', '=', webhook_id)
      .execute();
    if (isElsewhere && held.status !== 'PAUSED') await verifyAgain(made, held);
    else if (held.leased_by !== null) await sendAnew(made, held);
    auditBanList(made, id, 'webhook-edit', {
      text: url === undefined ? held.target : shownTarget(url),
      detail: { webhook: webhook_id, ...(secret !== undefined && { secret: true }) },
      before: wordsOf(held),
      after: wordsOf({ ...held, ...set, ...(url !== undefined && { target: shownTarget(url) }) }),
    });
    return tell(made, id, webhook_id);
  });

/** `POST banlist/:id/webhooks/:webhook/reset`. */
const banListWebhookReset: Handler<'banListWebhookReset'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const held = await holdWebhook(made, params);
    await verifyAgain(made, held);
    auditBanList(made, held.banlist_id, 'webhook-reset', {
      text: held.target,
      detail: { webhook: held.id },
    });
    return tell(made, held.banlist_id, held.id);
  });

/** `POST banlist/:id/webhooks/:webhook/pause`. */
const banListWebhookPause: Handler<'banListWebhookPause'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const held = await holdWebhook(made, params);
    if (held.status !== 'PAUSED') {
      const rests = { cause: null, code: null, failing_since: null, leased_by: null } as const;
      await made.trx
        .updateTable('webhooks')
        .set({ status: 'PAUSED', told_after: null, ...rests, lease_until: 0 })
        .where('id', '=', held.id)
        .execute();
      auditBanList(made, held.banlist_id, 'webhook-pause', {
        text: held.target,
        detail: { webhook: held.id },
      });
    }
    return tell(made, held.banlist_id, held.id);
  });

/** `POST banlist/:id/webhooks/:webhook/remove`. */
const banListWebhookRemove: Handler<'banListWebhookRemove'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { banlist_id: id, webhook_id } = params;
    await lockBanList(made.trx, id);
    const gone = await made.trx
      .deleteFrom('webhooks')
      .where('id', '=', webhook_id)
      .where('banlist_id', '=', id)
      .returning('target')
      .executeTakeFirst();
    if (gone === undefined) return made.tellRows(BAN_LIST_WEBHOOK_ROWS, id, []);
    auditBanList(made, id, 'webhook-remove', {
      text: gone.target,
      detail: { webhook: webhook_id },
    });
    return tell(made, id, webhook_id);
  });

/** A webhook of a list that is not being deleted; nobody else changes it until the transaction ends. */
export async function holdWebhook(
  { trx }: Change,
  { banlist_id, webhook_id }: { readonly banlist_id: string; readonly webhook_id: string },
): Promise<Taken> {
  await lockBanList(trx, banlist_id);
  const held = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhook_id)
    .where('banlist_id', '=', banlist_id)
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) throw noSuch('webhook');
  return held;
}

export function tell(made: Change, listId: string, id: string): () => number {
  return made.tellRows(BAN_LIST_WEBHOOK_ROWS, listId, [id]);
}

/** It is asked whether it takes anything before it is sent more. Whoever sends now loses it. */
async function verifyAgain(
  { trx, now }: Change,
  { id, banlist_id, asked, told_after }: Taken,
): Promise<void> {
  const next = { asked: asked + 1, due_at: now };
  await trx
    .updateTable('webhooks')
    .set({
      status: 'VERIFYING',
      told_after: told_after ?? (await streamPosition(trx, resourceStream('bans', banlist_id))),
      security: 'UNDECIDED',
      cause: null,
      code: null,
      failing_since: null,
      tries: 0,
      leased_by: null,
      lease_until: 0,
      ...next,
    })
    .where('id', '=', id)
    .execute();
  await wakeAt(trx, { id, ...next });
}

/** Whoever sends now loses it: what follows, and what is on its way, is sent as it was set up now. */
async function sendAnew({ trx, now }: Change, { id, asked }: Taken): Promise<void> {
  const next = { asked: asked + 1, due_at: now };
  await trx
    .updateTable('webhooks')
    .set({ leased_by: null, lease_until: 0, ...next })
    .where('id', '=', id)
    .execute();
  await wakeAt(trx, { id, ...next });
}

interface Given extends Pick<WebhookRow, 'flavor' | 'username' | 'avatar_url'> {
  readonly events: readonly WebhookEvent[];
}

/** As it is kept: only Discord shows a sender. */
function valuesOf({ flavor, events, username, avatar_url }: Given): Given {
  const sender =
    flavor === 'DISCORD' ? { username, avatar_url } : { username: null, avatar_url: null };
  return { flavor, events, ...sender };
}

/** What the audit says of it. */
function wordsOf({ target, flavor, events, username, avatar_url }: Given & { target: string }) {
  return { target, flavor, events, username, avatar_url };
}

function sealedUrl({ secrets }: Context, id: string, url: string) {
  return { sealed_url: sealPart(secrets, id, 'url', url), target: shownTarget(url) };
}

function refuseUnsigned(flavor: WebhookRow['flavor'], isSigned: boolean): void {
  if (flavor === 'DISCORD' || isSigned) return;
  throw new HostError('secret-needed', 'This format is signed: it needs a secret.', {
    fields: { secret: 'secret-needed' },
  });
}

/** Whoever has a webhook reads there what happens to the bans: nobody is told what they may not see. */
async function refuseUnread(trx: Trx, id: string, accountId: string): Promise<void> {
  const needs = 'banlist.list';
  if ((await heldOn(trx, id, accountId)).includes(needs)) return;
  throw new HostError('permission-denied', `This needs the permission ${needs}.`, {
    needs: [needs],
  });
}

/** By the plan of whoever owns the list, whoever adds it. */
async function refuseFull(trx: Trx, { settings, now }: Context, list: BanList): Promise<void> {
  const { count } = await trx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('banlist_id', '=', list.id)
    .executeTakeFirstOrThrow();
  if (count >= WEBHOOK_LIMIT.ofList) {
    throw new HostError('limit-reached', `A list has ${WEBHOOK_LIMIT.ofList} webhooks at most.`);
  }
  const group = await trx
    .selectFrom('groups')
    .select('owner')
    .where('id', '=', list.owner)
    .executeTakeFirst();
  const payer = await trx
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', group?.owner ?? list.owner)
    .executeTakeFirstOrThrow();
  const plan = planInForce(subscriberOf(payer, settings, now), now);
  if (count < webhookLimit(plan, settings)) return;
  throw new HostError('plan-limit-reached', 'The plan allows no more webhooks of this list.');
}

/** The calls that set up webhooks. */
export const webhookCalls = {
  banListWebhookAdd,
  banListWebhookEdit,
  banListWebhookReset,
  banListWebhookPause,
  banListWebhookRemove,
};
