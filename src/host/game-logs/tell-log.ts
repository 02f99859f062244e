/** Puts what a log tells into the feed: every line once, whoever reads it and how often. */
import { sql } from 'kysely';
import { serverStream } from '../../protocol/streams.ts';
import type { Change } from '../change/change.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import { isOfRcon, mergeLog, type Known } from '../connectors/logs/merge.ts';
import { LOG_LASTS } from '../realtime/prune.ts';
import type { Database } from '../store/database.ts';
import { feedEntryOf, People } from './feed-entry.ts';
import type { Background } from './known.ts';

/** What became of events. */
export interface LogOutcome {
  readonly told: number;
  /** RCon or an earlier reading had told them. */
  readonly known: number;
  /** Older than the log is resumed: whether it was told cannot be known any more. */
  readonly old: number;
}

/** Events that are for the feed, and how many are not. */
export interface Decided {
  readonly events: readonly LogEvent[];
  readonly known: number;
  readonly old: number;
}

/**
 * Which events the feed lacks, as far as can be known without its lines. `heard`: RCon was connected all the
 * while that they were written. Pure.
 */
export function decide(
  events: readonly LogEvent[],
  known: Known,
  now: number,
  heard = false,
): Decided {
  const entries = events.filter(({ kind }) => kind !== 'seen');
  const kept = entries.filter(({ at }) => at >= now - LOG_LASTS);
  const unheard = heard ? kept.filter((event) => !isOfRcon(event)) : kept;
  const { told } = mergeLog(unheard, known);
  return { events: told, known: kept.length - told.length, old: entries.length - kept.length };
}

/** Tells what was decided; of lines that were told before, nothing. */
export async function tellLog(
  made: Change,
  serverId: string,
  decided: Decided,
  { stays, players }: Background,
): Promise<LogOutcome> {
  const { events } = decided;
  const fresh = await claim(made, serverId, events);
  const people = new People(stays, players);
  const stream = serverStream(serverId, 'feed');
  let told = 0;
  for (const event of events) {
    const entry = fresh.delete(event.key) ? feedEntryOf(event, people) : null;
    if (entry === null) continue;
    // Told later than it happened, even if only by a moment: that tells it from what RCon told.
    const at = Math.max(made.now, event.at + 1);
    made.tell(stream, 'server:feed', { server_id: serverId, at: event.at, entry }, at);
    told += 1;
  }
  return { told, known: decided.known + events.length - told, old: decided.old };
}

/** Those of the events that no reading told. */
export async function untold(
  db: Database,
  serverId: string,
  events: readonly LogEvent[],
): Promise<readonly LogEvent[]> {
  const { rows } = await sql<{ key: string }>`
    select key from game_log_lines
    where server_id = ${serverId} and key = any(${events.map(({ key }) => key)}::text[])
  `.execute(db);
  const told = new Set(rows.map(({ key }) => key));
  return events.filter(({ key }) => !told.has(key));
}

/** Takes the lines that nobody took; answers their keys. */
async function claim(
  { trx, now }: Change,
  serverId: string,
  events: readonly LogEvent[],
): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const keys = [...new Set(events.map(({ key }) => key))].toSorted();
  const { rows } = await sql<{ key: string }>`
    insert into game_log_lines (server_id, key, told_at)
    select ${serverId}, key, ${now} from unnest(${keys}::text[]) as k(key)
    on conflict do nothing returning key
  `.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

/** Forgets lines and connections of a time that the feed does not keep. */
export async function pruneGameLogs(db: Database, before: number): Promise<void> {
  await sql`delete from game_log_lines where told_at < ${before}`.execute(db);
  await sql`delete from rcon_spans where until < ${before}`.execute(db);
}
