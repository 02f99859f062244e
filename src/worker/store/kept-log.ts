import type { Keyframe } from '../../domain/fold.ts';
import type { TableName } from '../../domain/rows.ts';
import { TABLES } from '../../domain/tables.ts';
import type { StoreDatabase } from './database.ts';
import { momentOf } from './log.ts';

/** Events that were written together; the number of the first is the run's. */
export interface Run {
  readonly seq: number;
  readonly lines: readonly string[];
}

/** The log of events that is kept, as it was at one moment. */
export interface KeptLog {
  /** Where rows are kept from which the events can be gone on with, oldest first; never none. */
  readonly keyframes: readonly [number, ...number[]];
  readonly runs: readonly Run[];
  /** The rows as they were before the event of this number. */
  rows(keyframe: number): Promise<Keyframe>;
}

/** Reads the log; null where there are no rows to go on from. */
export async function readKeptLog(database: StoreDatabase): Promise<KeptLog | null> {
  const { keyframes, log, meta } = database;
  const { newest, keys, records } = await database.transaction(
    'r',
    [keyframes, log, meta],
    async () => {
      const stands = await meta.get('state');
      return {
        newest: stands?.keyframe ?? null,
        // In the order of their numbers.
        keys: await keyframes.toCollection().primaryKeys(),
        records: await log
          .where('seq')
          .below(stands?.next ?? 0)
          .sortBy('seq'),
      };
    },
  );
  if (newest === null) return null;
  const from = records[0]?.seq ?? newest;
  const complete = new Set(keys.map(([seq]) => seq).filter((seq) => seq >= from && seq <= newest));
  const [first, ...others] = complete;
  if (first === undefined) return null;
  return {
    keyframes: [first, ...others],
    runs: records.map(({ seq, events }) => ({ seq, lines: events })),
    async rows(seq) {
      const parts = await keyframes.where('seq').equals(seq).toArray();
      return joined(parts.map((part) => part.rows));
    },
  };
}

/**
 * The number of the first event of the run in which the last so many milliseconds begin; null where the log
 * does not go back so far. Only what the host told counts: its clock and this machine's may be far apart.
 */
export function startOfLast({ runs }: KeptLog, milliseconds: number): number | null {
  let newest: number | null = null;
  for (const { seq, lines } of runs.toReversed()) {
    newest ??= momentOf(lines.toReversed());
    const begun = momentOf(lines);
    if (newest !== null && begun !== null && begun <= newest - milliseconds) return seq;
  }
  return null;
}

function joined(parts: readonly Keyframe[]): Keyframe {
  const rows: { -readonly [T in TableName]?: unknown[] } = {};
  for (const part of parts) {
    for (const table of TABLES) {
      const more: readonly unknown[] | undefined = part[table];
      if (more !== undefined) (rows[table] ??= []).push(...more);
    }
  }
  return rows as Keyframe;
}
