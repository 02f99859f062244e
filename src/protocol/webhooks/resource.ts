/** The webhooks of a ban list. */
import { WEBHOOK_SECURITY, WEBHOOK_STATUS } from '../enumerations.ts';
import { idOf, personal, plain, secret, toldResource } from '../resources/resource.ts';
import { WEBHOOK_CAUSE, WEBHOOK_EVENT, WEBHOOK_LIMIT } from './limits.ts';

export const BAN_LIST_WEBHOOKS = toldResource({
  name: 'banListWebhooks',
  scope: 'banlist',
  many: 'webhooks of a ban list',
  fields: {
    flavor: plain(({ webhooks }) => webhooks.webhookFlavor),
    /** Its address without what others could use it by: `…` stands for the end of the path and for the query. */
    target: plain(({ z }) => z.string()),
    events: plain(({ z }) => z.array(z.enum(WEBHOOK_EVENT))),
    secret: secret(({ webhooks }) => webhooks.webhookSecret),
    username: plain(({ z }) => z.string().nullable()),
    avatar_url: plain(({ z }) => z.string().nullable()),
    /** Who set it up; null: their account is no more. */
    creator_id: idOf('account', ({ hexId }) => hexId.nullable()),
    creator_name: personal(({ personName }) => personName, 'creator_id'),
    created_at: plain(({ moment }) => moment),
    changed_at: plain(({ moment }) => moment),
    status: plain(({ z }) => z.enum(WEBHOOK_STATUS)),
    security: plain(({ z }) => z.enum(WEBHOOK_SECURITY)),
    /** Why the last try failed, and what was answered in numbers of HTTP; null: it did not, or nothing was. */
    cause: plain(({ z }) => z.enum(WEBHOOK_CAUSE).nullable()),
    code: plain(({ z }) => z.int().nullable()),
    /** Since when it fails, and when it is tried again; null: it does not, or is not. */
    failing_since: plain(({ moment }) => moment.nullable()),
    next_at: plain(({ moment }) => moment.nullable()),
    /** When something was last delivered; null: not yet. */
    delivered_at: plain(({ moment }) => moment.nullable()),
    /** Deliveries that wait. */
    waiting: plain(({ z }) => z.int().min(0)),
  },
  order: { by: 'created_at', direction: 'asc' },
  searched: ['target', 'creator_name'],
  most: WEBHOOK_LIMIT.ofList,
  read: 'banlist.modify-integrations',
});
