import type { EventName } from '../../protocol/events.ts';
import {
  BAN_LIST_STREAM,
  parseStream,
  resourceStream,
  serverStream,
  type BanListStream,
  type ServerStream,
} from '../../protocol/streams.ts';
import type { Fact } from '../realtime/contract.ts';
import type { Trx } from '../store/database.ts';

/** Positions of a stream that a reactor never decides on. */
export interface Missed {
  readonly stream: string;
  readonly first: number;
  readonly last: number;
}

/** What can be read. */
type ReadStream = ServerStream | BanListStream;

/** What a reactor decides on: an event, or that the log forgot some before they were read. */
export type Told =
  | (Fact & { readonly kind: 'event'; readonly seq: number })
  | (Missed & { readonly kind: 'missed' });

/** How the host acts by itself on what the log tells. */
export interface Reactor<Effect = unknown> {
  /** Its cursors are kept under this name: it never changes. */
  readonly name: string;
  /** Which streams of every server, or of every ban list, it reads. */
  readonly streams: readonly ReadStream[];
  /** The events that it decides on; it passes by all others. */
  readonly events: readonly EventName[];
  /** Whether it needs names and texts; without, they are empty, as in what was erased. */
  readonly personal: boolean;
  /**
   * Which of these streams it wants to read now; it passes by the others, and misses nothing there. Absent: all. Asked once
   * it is known how far they have come: what was set up before an event is seen.
   */
  wanted?(trx: Trx, streams: readonly string[]): Promise<ReadonlySet<string>>;
  /** What follows from what was told. Pure. */
  decide(told: Told): readonly Effect[];
  /**
   * Writes what follows, in the transaction that moves the cursors: both are committed or neither is. Effects
   * come in the order of each stream; between streams there is none, so they must not depend on it. What leaves the
   * process is a job.
   */
  apply(trx: Trx, effects: readonly Effect[]): Promise<void>;
}

/** Whether a reactor reads this stream. */
export function reads({ streams }: Pick<Reactor, 'streams'>, stream: string): boolean {
  const parsed = parseStream(stream);
  if (parsed?.resource !== 'server' && parsed?.resource !== 'banlist') return false;
  return streams.includes(parsed.audience);
}

/** The names of all streams that a reactor reads, with `id` for whose they are. */
export function streamsOf({ streams }: Pick<Reactor, 'streams'>, id: string): readonly string[] {
  return streams.map((stream) =>
    isOfList(stream) ? resourceStream(stream, id) : serverStream(id, stream),
  );
}

function isOfList(stream: ReadStream): stream is BanListStream {
  return Object.hasOwn(BAN_LIST_STREAM, stream);
}
