/** What a webhook was told, and that it is told again. */
import { WEBHOOK_LIMIT } from '../../protocol/webhooks/limits.ts';
import { auditBanList } from '../bans/list.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { changeTold } from '../change/change.ts';
import { wakeAt } from './due.ts';
import { banThen } from './send.ts';
import { holdWebhook, tell } from './set.ts';

/** `GET banlist/:id/webhooks/:webhook/deliveries`. */
export const banListWebhookDeliveries: Handler<'banListWebhookDeliveries'> = async (
  { params, query },
  { db },
) => {
  const { banlist_id, webhook_id } = params;
  const webhook = await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhook_id)
    .where('banlist_id', '=', banlist_id)
    .executeTakeFirst();
  if (webhook === undefined) throw noSuch('webhook');
  const { before } = query;
  let found = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event', 'count', 'ban_id', 'at', 'state', 'tries', 'cause', 'code'])
    .select('tried_at')
    .where('webhook_id', '=', webhook_id);
  if (before !== undefined) {
    found = found.where('number', '<', (eb) =>
      eb.selectFrom('webhook_deliveries').select('number').where('id', '=', before),
    );
  }
  const rows = await found
    .orderBy('number', 'desc')
    .limit(WEBHOOK_LIMIT.page + 1)
    .execute();
  return { deliveries: rows.slice(0, WEBHOOK_LIMIT.page), more: rows.length > WEBHOOK_LIMIT.page };
};

/** `POST banlist/:id/webhooks/:webhook/deliveries/:delivery/again`. */
export const banListWebhookRedeliver: Handler<'banListWebhookRedeliver'> = (
  { params, body: _ },
  context,
) =>
  changeTold(context, async (made) => {
    const { trx, now } = made;
    const held = await holdWebhook(made, params);
    if (held.status !== 'VERIFIED') {
      throw new HostError('webhook-off', 'This webhook is not verified.');
    }
    const delivery = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'seq', 'state'])
      .where('id', '=', params.delivery_id)
      .where('webhook_id', '=', held.id)
      .forUpdate()
      .executeTakeFirst();
    if (delivery === undefined) throw noSuch('delivery');
    if (delivery.state === 'waiting') return tell(made, held.banlist_id, held.id);
    const { seq } = delivery;
    if (seq !== null && (await banThen(trx, held.banlist_id, seq)) === null) {
      throw new HostError('no-longer-kept', 'What happened then is not kept any more.');
    }
    await trx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', cause: null, code: null })
      .where('id', '=', delivery.id)
      .execute();
    const next = {
      asked: held.asked + 1,
      due_at: held.failing_since === null ? now : held.due_at,
    };
    await trx.updateTable('webhooks').set(next).where('id', '=', held.id).execute();
    await wakeAt(trx, { id: held.id, ...next });
    auditBanList(made, held.banlist_id, 'webhook-again', {
      text: held.target,
      detail: { webhook: held.id, delivery: delivery.id },
    });
    return tell(made, held.banlist_id, held.id);
  });
