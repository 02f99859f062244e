/** Puts an uploaded log into the feed. */
import type { AuditAction } from '../../domain/audit/actions.ts';
import { serverResource } from '../access/grants.ts';
import { change, type ActsBy, type Change, type ChangeContext } from '../change/change.ts';
import { readBackground } from './known.ts';
import type { ReadUpload } from './read-upload.ts';
import { decide, tellLog, untold, type LogOutcome } from './tell-log.ts';

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
  readonly by: ActsBy | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** So many events are told in a transaction: in the meantime nothing else of the server's feed can be told. */
const SLICE = 1_000;

/**
 * Tells what the feed lacks, in slices. With the first, the audit says how much that is. Where one fails, or others
 * told a part in the meantime, another row says how much was told; the next upload of the log tells the rest.
 */
export async function tellUpload(
  changing: Omit<ChangeContext, 'now' | 'session'>,
  uploader: Uploader,
  read: ReadUpload,
): Promise<ToldUpload> {
  const { serverId, now } = uploader;
  const { db } = changing;
  const background = await readBackground(db, serverId, read.events);
  const { events, known, old } = decide(read.events, background.known, now);
  const found = await untold(db, serverId, events);
  const outcome = { told: 0, known: known + events.length - found.length, old };
  const context = { ...changing, now };
  const audit = (made: Change, action: AuditAction, counts: Readonly<Record<string, number>>) =>
    made.audit({
      actor: uploader.actor,
      by: uploader.by,
      resource: serverResource(serverId),
      action,
      detail: { log: read.kind, ...counts },
    });
  let begun = false;
  const auditPart = async () => {
    if (!begun || outcome.told === found.length) return;
    const { told } = outcome;
    await change(context, async (made) => audit(made, 'servers.log-upload-part', { told }));
  };
  try {
    for (let from = 0; !begun || from < found.length; from += SLICE) {
      const slice = { events: found.slice(from, from + SLICE), known: 0, old: 0 };
      const result = await change(context, async (made) => {
        const told = await tellLog(made, serverId, slice, background);
        if (!begun) audit(made, 'servers.log-upload', { found: found.length });
        return told;
      });
      begun = true;
      outcome.told += result.told;
      outcome.known += result.known;
    }
  } catch (error) {
    await auditPart().catch((other: unknown) => {
      throw new AggregateError([error, other], 'An upload broke off, and the audit was not told.');
    });
    throw error;
  }
  await auditPart();
  const { lines, unexplained, firstUnexplained } = read.counts;
  const other = lines - unexplained - read.events.length;
  return { ...outcome, lines, other, unexplained, first_unexplained: firstUnexplained };
}
