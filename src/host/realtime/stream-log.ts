import { atOneMoment, type Database } from '../store/database.ts';
import { readHeads, readRanges, type LoggedEvent, type Range, type StreamHead } from './read.ts';
import { decideResume, type Resume, type Wanted } from './resume.ts';

/** Where the hub reads what streams told: the database, or a recording that plays. */
export interface StreamLog {
  /** How streams begin for a follower, and what it missed of them: all of one moment. */
  resume(wanted: readonly Wanted[]): Promise<{
    readonly resumes: readonly Resume[];
    readonly missed: readonly LoggedEvent[];
  }>;
  /** Where streams stand. */
  heads(streams: readonly string[]): Promise<ReadonlyMap<string, StreamHead>>;
  /** What of these parts is still there, each stream in its order. */
  read(ranges: readonly Range[]): Promise<readonly LoggedEvent[]>;
}

/** The log of the host's database. */
export function databaseLog(db: Database): StreamLog {
  return {
    resume: (wanted) =>
      atOneMoment(db, async (trx) => {
        const streams = wanted.map(({ stream }) => stream);
        const resumes = decideResume(wanted, await readHeads(trx, streams));
        const ranges = resumes.flatMap(({ stream, after, head }) =>
          after === undefined ? [] : [{ stream, after, upTo: head }],
        );
        return { resumes, missed: await readRanges(trx, ranges) };
      }),
    heads: (streams) => readHeads(db, streams),
    read: (ranges) => readRanges(db, ranges),
  };
}
