/** The page's contract with the worker that replays a recording, on one page. */
import type { FieldDifference } from '../../domain/recordings/diff.ts';
import type { Search } from '../../domain/recordings/bisect.ts';
import type { EventWanted } from '../../domain/recordings/timeline.ts';
import type { SearchAnswer, SearchQuestion } from '../../domain/search/search.ts';
import type { EventLine } from '../../protocol/recordings/format.ts';
import type { CallName } from '../../protocol/calls.ts';
import type { CallAnswer, CallInput, Hashed, Outcome, WorkerMessage } from '../contract.ts';

/** How far opening a file is. */
export interface OpeningProgress {
  readonly bytes: number;
  readonly events: number;
}

/** A line that could not be read, or before which something is missing. */
export interface DamagedLine {
  readonly line: number;
  readonly reason: string;
}

/** What is in a recording that was opened. */
export interface OpenedRecording {
  /** Tells this recording from others, for an address that names a moment of it. */
  readonly fingerprint: string;
  readonly events: number;
  /** The first and the last moment; null: there are no events. */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** How many events there are of each kind, `<source>/<event>`. */
  readonly kinds: readonly (readonly [string, number])[];
  /** The servers that events are about, by the name that was known last. */
  readonly servers: readonly { readonly id: string; readonly name: string }[];
  /** How many events happened in each equal part of the span. */
  readonly density: readonly number[];
  /** The first of them; `damaged` counts all. */
  readonly damage: readonly DamagedLine[];
  readonly damaged: number;
  /** Whether the last line is missing, which says how it ended. */
  readonly cutOff: boolean;
  /** Whether it comes out as when it was recorded, as far as is known: schemas and reducers are the same. */
  readonly sameVersion: boolean;
}

export type Opened =
  | { readonly ok: true; readonly recording: OpenedRecording }
  /** `empty`: it has no events, and begins with no rows. `newer`: this version does not know its format. */
  | { readonly ok: false; readonly kind: 'no-recording' | 'newer' | 'empty' | 'unreadable' };

/** Where a replay stands. */
export interface ReplayMoment {
  /** How many events were played; 0 is before the first. */
  readonly position: number;
  /** The number in the file of the event that was played last. */
  readonly seq: number | null;
  /** When it was; null: nothing ever was. */
  readonly at: number | null;
  /** How many times faster than it happened it plays; null: it stands. */
  readonly speed: number | null;
}

/** The event that was played last, and what it changed. */
export interface ReplayedEvent {
  readonly line: EventLine;
  readonly changes: readonly ReplayedChange[];
}

/** What became of one row. */
export interface ReplayedChange extends Pick<FieldDifference, 'table' | 'id'> {
  readonly kind: 'came' | 'went' | 'changed';
  readonly fields: readonly Pick<FieldDifference, 'path' | 'a' | 'b'>[];
}

/** How an event is looked for after which something held. */
export interface FindHow {
  /** `lasting`: where it began and went on to the end, quickly; `first`: where it held at all, though it heals. */
  readonly mode: 'lasting' | 'first';
  /** Look no further than where the recording stands. */
  readonly untilHere: boolean;
}

/** The first event after which something held. */
export type Found =
  | { readonly kind: Search['kind']; readonly probes: number }
  /** The recording was moved in the meantime. */
  | { readonly kind: 'moved' }
  /** The question cannot be read, from this character on (the first is 0). */
  | { readonly kind: 'unreadable'; readonly at: number; readonly message: string };

/** What the worker offers first. Whoever wants it to stop ends the worker. */
export interface ReplayOpener {
  /**
   * Reads a file from its beginning to its end, and stands at its beginning then. Where it could be opened,
   * views and moments flow on `stream`, and `controls` is the end of `ReplayControls`.
   */
  open(
    file: Blob,
    told: (progress: OpeningProgress) => void,
    stream: MessagePort,
    controls: MessagePort,
  ): Promise<Opened>;
}

/** What the page asks of a recording that is open. */
export interface ReplayControls {
  seek(position: number): void;
  /** To what had happened by a moment. */
  seekMoment(at: number): void;
  /** To after the event of this number in the file. */
  seekEvent(seq: number): void;
  step(direction: 1 | -1): void;
  /** Plays on at a multiple of the time that it took, until the end; null stops. */
  play(speed: number | null): void;
  /** To the next event that is wanted, or the one before; false: there is none. */
  next(direction: 1 | -1, wanted: EventWanted): boolean;
  /** To the first event after which an expression holds; stays where it is if there is none. */
  find(expression: string, how: FindHow): Promise<Found>;
  /** null at the beginning. */
  event(): ReplayedEvent | null;
  /** The hash of the rows where it stands, as everywhere else. */
  hash(of?: Hashed): string;
  search(question: SearchQuestion): SearchAnswer;
  /** What a host would answer that knows the rows where it stands. */
  call<N extends CallName>(name: N, input: CallInput<N>): Outcome<CallAnswer<N>>;
}

/** Worker to page, on the stream; the other way go a tab's messages. */
export type ReplayMessage =
  | WorkerMessage
  | { readonly type: 'moment'; readonly moment: ReplayMoment };
