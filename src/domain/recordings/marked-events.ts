import type { RecordingHeader } from '../../protocol/recordings/format.ts';
import { createRows, type Rows } from '../state.ts';
import type { EventSource, NumberedEvent } from './player.ts';
import { RecordingReader, type RecordingItem } from './read.ts';
import { putRows } from './run.ts';

/** A line of a file. `text` is null where it is no UTF-8, or longer than any line of a recording. */
export interface FileLine {
  readonly text: string | null;
  /** Its number, from 1 on. */
  readonly line: number;
  /** Where it begins, in bytes. */
  readonly byte: number;
  /** Where the next one begins, in bytes. */
  readonly next: number;
}

/** The lines of a file from a byte on, the first of which has this number, without the blank ones. */
export type ReadLines = (byte: number, first: number) => Iterable<FileLine>;

/** Where reading can begin again: before the event of this position. */
interface Mark {
  readonly position: number;
  readonly byte: number;
  readonly line: number;
  readonly reader: RecordingReader;
}

const MARK_EVENTS = 250;
/** A file that begins with so many lines of nothing known is no recording. */
const MOST_STRANGE_LINES = 1_000;

/** The events of a file, however large: nothing of them is kept but where they stand. */
export class MarkedEvents implements EventSource {
  readonly #lines: ReadLines;
  readonly #met: (item: RecordingItem, next: number) => void;
  readonly #marks: Mark[];
  #furthest: number;

  /**
   * `met` hears of what is on each line after the beginning once, when it is met first, with the byte after
   * the line.
   */
  constructor(
    lines: ReadLines,
    { events }: Beginning,
    met: (item: RecordingItem, next: number) => void,
  ) {
    this.#lines = lines;
    this.#met = met;
    this.#marks = [events];
    this.#furthest = events.line - 1;
  }

  *read(from: number): Generator<NumberedEvent> {
    const mark = this.#marks[Math.min(Math.floor(from / MARK_EVENTS), this.#marks.length - 1)];
    if (mark === undefined) return;
    const reader = mark.reader.clone();
    let { position } = mark;
    for (const { text, line, next } of this.#lines(mark.byte, mark.line)) {
      const isNew = line > this.#furthest;
      if (isNew) this.#furthest = line;
      for (const item of reader.read(text, line)) {
        if (isNew) this.#met(item, next);
        if (item.kind !== 'event') continue;
        position++;
        if (position === this.#marks.length * MARK_EVENTS) {
          this.#marks.push({ position, byte: next, line: line + 1, reader: reader.clone() });
        }
        if (position > from) yield item;
      }
    }
  }
}

/** What a recording begins with: the lines before its first event. */
export interface Beginning {
  readonly header: RecordingHeader | null;
  /** The format of a file that a newer version wrote; null: it is known. */
  readonly newer: number | null;
  readonly rows: Rows;
  /** Whether anything of it is a recording. */
  readonly known: boolean;
  /** Where its events begin. */
  readonly events: Mark;
}

/** What stands before the first event; `met` hears of every item of it. */
export function readBeginning(lines: ReadLines, met: (item: RecordingItem) => void): Beginning {
  const items = beginningItems(lines);
  let next = items.next();
  for (; next.done !== true; next = items.next()) met(next.value);
  return next.value;
}

/** Every item before the first event, and what they come to. */
export function* beginningItems(lines: ReadLines): Generator<RecordingItem, Beginning> {
  const rows = createRows();
  let header: RecordingHeader | null = null;
  let known = false;
  let events: Mark = { position: 0, byte: 0, line: 1, reader: new RecordingReader() };
  for (const { text, line, byte, next } of lines(0, 1)) {
    const reader = events.reader.clone();
    const items = reader.read(text, line);
    if (items.some(({ kind }) => kind === 'event')) {
      known = true;
      // Blank lines before it are not read again.
      events = { ...events, byte, line };
      break;
    }
    events = { position: 0, byte: next, line: line + 1, reader };
    for (const item of items) {
      if (item.kind !== 'damage') known = true;
      if (item.kind === 'header') header = item.header;
      else if (item.kind === 'keyframe') putRows(rows, item);
      yield item;
    }
    if (reader.newer !== null || (!known && line >= MOST_STRANGE_LINES)) break;
  }
  return { header, newer: events.reader.newer, rows, known, events };
}
