/** One turn of a reactor: reads parts of streams, decides, and commits what follows with the cursors. */
import { EVENTS, type EventName } from '../../protocol/events.ts';
import { readRanges, type LoggedEvent } from '../realtime/read.ts';
import type { Database } from '../store/database.ts';
import { holdCursors, moveCursors, noteMissed, type HeldCursor, type Part } from './cursors.ts';
import type { Missed, Reactor, Told } from './reactor.ts';

/** What came of one turn. */
export interface Turn {
  /** Streams that have more than was read. */
  readonly more: readonly string[];
  /** What the log had forgotten before it was read. */
  readonly missed: readonly Missed[];
}

/** The log forgot what was being read: the next turn says what was missed. */
export class ForgottenMeanwhile extends Error {
  readonly kind = 'forgotten-meanwhile';
}

/**
 * Takes the next of these streams, at most `limit` positions of each, where no other host has them. Nothing
 * of it has happened where it throws.
 */
export function runBatch(
  db: Database,
  reactor: Reactor,
  streams: readonly string[],
  limit: number,
): Promise<Turn> {
  return db.transaction().execute(async (trx) => {
    const held = (await holdCursors(trx, reactor.name, streams)).filter(hasMore);
    if (held.length === 0) return { more: [], missed: [] };
    const wanted = await reactor.wanted?.(
      trx,
      held.map(({ stream }) => stream),
    );
    const read = held.filter(({ stream }) => wanted?.has(stream) ?? true);
    const parts = read.map((cursor) => partOf(cursor, limit));
    const passed = held.filter((cursor) => !read.includes(cursor)).map(wholeOf);
    const missed = read.flatMap(({ stream, position, floor }) =>
      floor > position ? [{ stream, first: position + 1, last: floor }] : [],
    );
    for (const range of missed) await noteMissed(trx, reactor.name, range, null);
    const events = await readRanges(trx, parts, reactor);
    const told: Told[] = [
      ...missed.map((range) => ({ kind: 'missed' as const, ...range })),
      ...events.map(toldOf),
    ];
    const effects = told.flatMap((one) => reactor.decide(one));
    if (effects.length > 0) await reactor.apply(trx, effects);
    if (!(await moveCursors(trx, reactor.name, [...parts, ...passed]))) {
      throw new ForgottenMeanwhile('The log forgot what was being read.');
    }
    const reached = new Map(parts.map(({ stream, upTo }) => [stream, upTo]));
    return {
      missed,
      more: read.flatMap(({ stream, head }) => (head > (reached.get(stream) ?? 0) ? [stream] : [])),
    };
  });
}

function hasMore({ position, head }: HeldCursor): boolean {
  return position < head;
}

/** All that there is. */
function wholeOf({ stream, position, floor, head }: HeldCursor): Part {
  return { stream, after: Math.max(position, floor), upTo: head };
}

/** What failed before is tried alone. */
function partOf({ stream, position, floor, head, attempts }: HeldCursor, limit: number): Part {
  const after = Math.max(position, floor);
  return { stream, after, upTo: Math.min(head, after + (attempts > 0 ? 1 : limit)) };
}

/** Throws where the event does not fit its schema: another version told it. */
function toldOf({ stream, seq, at, event, data }: LoggedEvent): Told {
  const schema = EVENTS[event as EventName];
  return { kind: 'event', stream, seq, at, event, data: schema.parse(data) } as Told;
}
