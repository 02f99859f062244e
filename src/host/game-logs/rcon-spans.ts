import { sql } from 'kysely';
import type { Span } from '../connectors/logs/merge.ts';
import type { Database } from '../store/database.ts';

/** When RCon of a server was connected. */
export interface ServerSpan extends Span {
  readonly server: string;
}

/** Writes when RCon was connected; a span that goes on is written again with its newest moment. */
export async function recordSpans(db: Database, spans: readonly ServerSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await sql`
    insert into rcon_spans as r (server_id, since, until)
    select s.id, t.since, t.until from unnest(
      ${spans.map(({ server }) => server)}::text[], ${spans.map(({ since }) => since)}::bigint[],
      ${spans.map(({ until }) => until)}::bigint[]
    ) as t(server_id, since, until) join servers s on s.id = t.server_id
    order by s.id, t.since
    on conflict (server_id, since) do update set until = greatest(r.until, excluded.until)
  `.execute(db);
}
