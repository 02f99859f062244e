/** Webhooks of ban lists: where it is told what happens to the bans. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment } from '../fields.ts';
import { told } from '../resources/fields.ts';
import {
  webhookAvatar,
  webhookEvents,
  webhookFlavor,
  webhookSecret,
  webhookUrl,
  webhookUsername,
} from './fields.ts';
import { DELIVERY_STATE, WEBHOOK_CAUSE, WEBHOOK_EVENT, WEBHOOK_LIMIT } from './limits.ts';

const LIST = '/app/v1/banlist/:banlist_id/webhooks' as const;
const ONE = `${LIST}/:webhook_id` as const;
const deleted = 'being-deleted';
const access = 'banlist.modify-integrations' as const;
const limit = { max: 30, seconds: 60, by: 'account' } as const;

const set = {
  flavor: webhookFlavor,
  events: webhookEvents,
  /** Of Discord alone. */
  username: webhookUsername,
  avatar_url: webhookAvatar,
};

export const banListWebhookAdd = write({
  name: 'banlist-webhook-add',
  path: LIST,
  summary:
    'Tell a webhook what happens to the bans of a list. It needs `banlist.list`, too. The first that is sent is a verification; once it is taken, the others follow. The caller chooses the id, so that the same request makes one webhook.',
  body: { webhook_id: hexId, url: webhookUrl, ...set, secret: webhookSecret.optional() },
  answer: told,
  errors: [deleted, 'secret-needed', 'limit-reached', 'plan-limit-reached'],
  access,
  limit,
});

export const banListWebhookEdit = write({
  name: 'banlist-webhook-edit',
  path: `${ONE}/edit`,
  summary:
    'Change a webhook. Without an address or a secret the stored one stays. With another address or format it is verified again.',
  body: {
    ...set,
    url: webhookUrl.optional(),
    secret: webhookSecret.optional(),
    /** When it was changed last, as the editor saw it: where it was changed since, nothing is. */
    was: moment,
  },
  answer: told,
  errors: [deleted, 'secret-needed', 'row-changed'],
  access,
  limit,
});

export const banListWebhookReset = write({
  name: 'banlist-webhook-reset',
  path: `${ONE}/reset`,
  summary:
    'Verify a webhook again: one that is paused, could not be verified, or was switched off. What waits is sent once it is verified.',
  body: {},
  answer: told,
  errors: [deleted],
  access,
  limit,
});

export const banListWebhookPause = write({
  name: 'banlist-webhook-pause',
  path: `${ONE}/pause`,
  summary:
    'Pause a webhook: what happens until it is verified again is not told. Sent again, it is paused.',
  body: {},
  answer: told,
  errors: [deleted],
  access,
  limit,
});

export const banListWebhookRemove = write({
  name: 'banlist-webhook-remove',
  path: `${ONE}/remove`,
  summary: 'Remove a webhook with all that waits for it. Sent again, it is removed.',
  body: {},
  answer: told,
  errors: [deleted],
  access,
  limit,
});

/** One delivery; nothing of its content is kept beside the log. */
export const webhookDelivery = z.object({
  id: hexId,
  event: z.enum(WEBHOOK_EVENT),
  /** Of how many bans it tells. */
  count: z.int().min(1),
  /** Which one; null: more than one. */
  ban_id: hexId.nullable(),
  /** When it happened: of more than one, the last. */
  at: moment,
  state: z.enum(DELIVERY_STATE),
  tries: z.int().min(0),
  /** Why the last try failed, and what was answered; null: it did not, or nothing was. */
  cause: z.enum(WEBHOOK_CAUSE).nullable(),
  code: z.int().nullable(),
  /** When it was tried last; null: not yet. */
  tried_at: moment.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const banListWebhookDeliveries = read({
  name: 'banlist-webhook-deliveries',
  path: `${ONE}/deliveries`,
  summary: 'What a webhook was told in the last seven days, and what waits: the newest first.',
  /** `before`: the id of a delivery, those that were made before it. */
  query: z.object({ before: hexId.optional() }),
  answer: z.object({
    deliveries: z.array(webhookDelivery).max(WEBHOOK_LIMIT.page),
    /** Whether there are older ones. */
    more: z.boolean(),
  }),
  access,
});

export const banListWebhookRedeliver = write({
  name: 'banlist-webhook-redeliver',
  path: `${ONE}/deliveries/:delivery_id/again`,
  summary:
    'Send a delivery again that was delivered or failed; it keeps its id, so that the receiver knows it. One that waits is left alone.',
  body: {},
  answer: told,
  errors: [deleted, 'webhook-off', 'no-longer-kept'],
  access,
  limit,
});
