import { sql } from 'kysely';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Handler } from '../calls/handler.ts';

/** `GET server/:id/past/jump`: when somebody was kicked, or the server restarted or lost, next or before. */
export const pastJump: Handler<'pastJump'> = async (
  { params: { server_id: id }, query },
  { db },
) => {
  const { at, to, direction } = query;
  const [behind, order] = direction === 'next' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } =
    to === 'kick'
      ? await sql<{ at: number }>`
          select at from feed_texts
          where server_id = ${id} and kind = 'kick' and at ${behind} ${at} order by at ${order} limit 1
        `.execute(db)
      : await sql<{ at: number }>`
          select t.at from feed_texts t
          join event_log e on e.stream = ${serverStream(id, 'feed')} and e.seq = t.seq
          where t.server_id = ${id} and t.kind in ('action', 'state') and t.at ${behind} ${at}
            and (
              e.data->'entry'->>'action' = ${String(SERVER_ACTION.SERVER_RESTART)}
                and coalesce(e.data->'entry'->>'step', 'action') = 'action'
                and e.data->'entry'->>'outcome' in ('done', 'no-answer')
              or e.data->'entry'->>'state' in ('DISCONNECTED', 'ERROR')
            )
          order by t.at ${order} limit 1
        `.execute(db);
  return { at: rows[0]?.at ?? null };
};
