/** How the rows of webhooks are read, from their table. */
import { sql } from 'kysely';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { ToldRows } from '../change/told-rows.ts';

/** The webhooks of a list; address and secret are never told. */
export const BAN_LIST_WEBHOOK_ROWS: ToldRows<'banListWebhooks'> = {
  resource: 'banListWebhooks',
  async read(trx, banlist_id, ids) {
    const { rows } = await sql<Omit<RowOf<'banListWebhooks'>, 'server_id' | 'banlist_id'>>`
      select w.id, w.flavor, w.target, w.events, w.sealed_secret is not null as secret, w.username, w.avatar_url,
        a.id as creator_id, coalesce(a.display_name, '') as creator_name,
        w.created_at, w.changed_at, w.status, w.security, w.cause, w.code, w.failing_since,
        case when w.failing_since is not null and w.status = 'VERIFIED' then w.due_at end as next_at,
        w.delivered_at,
        (
          select count(*)::int from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting'
        ) as waiting
      from webhooks w left join accounts a on a.id = w.creator_id
      where w.banlist_id = ${banlist_id} and (${ids}::text[] is null or w.id = any(${ids}::text[]))
    `.execute(trx);
    return rows.map((row) => ({ ...row, server_id: null, banlist_id }));
  },
};
