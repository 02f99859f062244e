/** Puts an uploaded log into the feed. */
import type { LogKind } from '../connectors/logs/log-reader.ts';
import { appendAudit } from '../audit/append.ts';
import { serverResource } from '../personnel/grants.ts';
import type { Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { readBackground } from './known.ts';
import type { ReadUpload } from './read-upload.ts';
import { decide, tellLog, type LogOutcome } from './tell-log.ts';

/** What became of an uploaded log and its lines. */
export interface ToldUpload extends LogOutcome {
  readonly lines: number;
  /** Lines that say nothing that the feed tells. */
  readonly other: number;
  readonly unexplained: number;
  readonly first_unexplained: string | null;
}

/** Whose log it is, who uploads it, and when. */
export interface Uploader {
  readonly serverId: string;
  /** The account. */
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** So many events are told in a transaction: meanwhile nothing else of the server's feed can be told. */
const SLICE = 1_000;

/**
 * Tells what the feed lacks, in slices, each with its row of the audit: where one fails, the next upload of
 * the log tells it and the rest.
 */
export async function tellUpload(
  db: Database,
  key: Pick<Secrets, 'mac'>,
  uploader: Uploader,
  read: ReadUpload,
): Promise<ToldUpload> {
  const { serverId, now } = uploader;
  const background = await readBackground(db, serverId, read.events);
  const { events, known, old } = decide(read.events, background.known, now);
  const outcome = { told: 0, known, old };
  let from = 0;
  do {
    const slice = { events: events.slice(from, from + SLICE), known: 0, old: 0 };
    from += SLICE;
    const isLast = from >= events.length;
    const { told, known: again } = await db.transaction().execute(async (trx) => {
      const result = await tellLog(trx, serverId, slice, background, now);
      // That a log was read is told once even where it told nothing.
      if (result.told > 0 || (isLast && outcome.told === 0)) {
        await appendAudit(trx, key, auditOf(uploader, read.kind, result.told));
      }
      return result;
    });
    outcome.told += told;
    outcome.known += again;
  } while (from < events.length);
  const { lines, unexplained, firstUnexplained } = read.counts;
  const other = lines - unexplained - read.events.length;
  return { ...outcome, lines, other, unexplained, first_unexplained: firstUnexplained };
}

function auditOf({ serverId, actor, now }: Uploader, log: LogKind, told: number) {
  const resource = serverResource(serverId);
  return { at: now, actor, resource, action: 'servers.log-upload', detail: { log, told } };
}
