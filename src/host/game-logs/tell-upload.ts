/** Puts an uploaded log into the feed. */
import type { LogKind } from '../connectors/logs/log-reader.ts';
import type { Database } from '../store/database.ts';
import { readBackground } from './known.ts';
import type { ReadUpload } from './read-upload.ts';
import { decide, tellLog, type LogOutcome } from './tell-log.ts';

/** What became of an uploaded log and its lines. */
export interface ToldUpload extends LogOutcome {
  readonly kind: LogKind;
  readonly lines: number;
  /** Lines that say nothing that the feed tells. */
  readonly other: number;
  readonly unexplained: number;
  readonly first_unexplained: string | null;
}

/** So many events are told in a transaction: meanwhile nothing else of the server's feed can be told. */
const SLICE = 1_000;

/** Tells what the feed lacks, in slices: where one fails, the next upload of the log tells it and the rest. */
export async function tellUpload(
  db: Database,
  serverId: string,
  read: ReadUpload,
  now: number,
): Promise<ToldUpload> {
  const background = await readBackground(db, serverId, read.events);
  const { events, known, old } = decide(read.events, background.known, now);
  const outcome = { told: 0, known, old };
  for (let from = 0; from < events.length; from += SLICE) {
    const slice = { events: events.slice(from, from + SLICE), known: 0, old: 0 };
    const told = await db
      .transaction()
      .execute((trx) => tellLog(trx, serverId, slice, background, now));
    outcome.told += told.told;
    outcome.known += told.known;
  }
  const { lines, unexplained, firstUnexplained } = read.counts;
  const other = lines - unexplained - read.events.length;
  const { kind } = read;
  return { ...outcome, kind, lines, other, unexplained, first_unexplained: firstUnexplained };
}
