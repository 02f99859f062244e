/** A webhook of a ban list for tests of its screens. */
import type { RowOf } from '../../protocol/resources/registry.ts';
import { WEBHOOK_EVENT } from '../../protocol/webhooks/limits.ts';
import { id, LIST_ID, ME } from '../bans/known/doubles.ts';

/** One of Discord's that is told everything. */
export function webhookRow(
  change: Partial<RowOf<'banListWebhooks'>> = {},
): RowOf<'banListWebhooks'> {
  return {
    id: id('7'),
    server_id: null,
    banlist_id: LIST_ID,
    flavor: 'DISCORD',
    target: 'https://discord.com/api/webhooks/123/…',
    events: [...WEBHOOK_EVENT],
    secret: false,
    username: null,
    avatar_url: null,
    creator_id: ME,
    creator_name: 'Ada',
    created_at: 0,
    changed_at: 5,
    status: 'VERIFIED',
    security: 'NO_CONCERNS',
    cause: null,
    code: null,
    failing_since: null,
    next_at: null,
    delivered_at: null,
    waiting: 0,
    ...change,
  };
}
