/** Puts an uploaded log into the feed. */
import type { AuditAction } from '../../domain/audit/actions.ts';
import { serverResource } from '../access/grants.ts';
import type { StorageRule } from '../access/plan.ts';
import { change, type ActsBy, type Change, type ChangeContext } from '../change/change.ts';
import { keepFile, type KeptFile } from '../files/keep.ts';
import type { PackedFile } from '../files/parts.ts';
import { readBackground } from './known.ts';
import type { ReadUpload } from './read-upload.ts';
import { decide, tellLog, untold, type LogOutcome } from './tell-log.ts';

/** What became of an uploaded log and its lines. */
export interface ToldUpload extends LogOutcome, KeptFile {
  readonly lines: number;
  /** Lines that say nothing that the feed tells. */
  readonly other: number;
  readonly unexplained: number;
  readonly first_unexplained: string | null;
}

/** A log as it is told and kept. */
export interface UploadedLog {
  readonly read: ReadUpload;
  readonly name: string;
  readonly file: PackedFile;
}

/** Whose log it is, who uploads it, and when. */
export interface Uploader {
  readonly serverId: string;
  /** The account. */
  readonly actor: string;
  readonly by: ActsBy | null;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How much may be kept. */
  readonly rule: StorageRule;
}

/** So many events are told in a transaction: in the meantime nothing else of the server's feed can be told. */
const SLICE = 1_000;

/**
 * Keeps the file and tells what the feed lacks, in slices. With the first, the file is kept, or there is no room for it and
 * nothing is told; and the audit says how much the feed lacked. Where one fails, or others told a part in the meantime,
 * another row says how much was told; the next upload of the log tells the rest.
 */
export async function tellUpload(
  changing: Omit<ChangeContext, 'now' | 'session'>,
  uploader: Uploader,
  { read, name, file }: UploadedLog,
): Promise<ToldUpload> {
  const { serverId, actor, by, now, rule } = uploader;
  const { db } = changing;
  const background = await readBackground(db, serverId, read.events);
  const { events, known, old } = decide(read.events, background.known, now);
  const found = await untold(db, serverId, events);
  const outcome = { told: 0, known: known + events.length - found.length, old };
  const context = { ...changing, now };
  const audit = (made: Change, action: AuditAction, counts: Readonly<Record<string, number>>) =>
    made.audit({
      actor,
      by,
      resource: serverResource(serverId),
      action,
      detail: { log: read.kind, ...counts },
    });
  const begin = (made: Change): Promise<KeptFile> => {
    audit(made, 'servers.log-upload', { found: found.length });
    return keepFile(made, rule, { ...file, serverId, kind: 'game-log', name, actor, by });
  };
  const tellSlice = (from: number, before: KeptFile | null) =>
    change(context, async (made) => {
      const kept = before ?? (await begin(made));
      const slice = { events: found.slice(from, from + SLICE), known: 0, old: 0 };
      return { kept, told: await tellLog(made, serverId, slice, background) };
    });
  let kept: KeptFile | null = null;
  const auditPart = async () => {
    if (kept === null || outcome.told === found.length) return;
    const { told } = outcome;
    await change(context, async (made) => audit(made, 'servers.log-upload-part', { told }));
  };
  try {
    for (let from = 0; kept === null || from < found.length; from += SLICE) {
      const done: Awaited<ReturnType<typeof tellSlice>> = await tellSlice(from, kept);
      kept = done.kept;
      outcome.told += done.told.told;
      outcome.known += done.told.known;
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
  const counts = { lines, other, unexplained, first_unexplained: firstUnexplained };
  return { ...outcome, ...counts, ...kept };
}
