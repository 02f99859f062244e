import i18next from 'i18next';
import type { ParseResult } from 'papaparse';
import {
  banColumns,
  LINE_MAX,
  readBanLine,
  readBanRecord,
  type BanColumns,
  type FileBan,
  type FileLine,
  type LineFault,
} from '../../../domain/bans/file.ts';
import { bansOfJson, readBanObject } from '../../../domain/bans/json-file.ts';
import { csvLine, exportHead } from '../../../domain/export.ts';
import { BAN_LIMIT } from '../../../protocol/bans/limits.ts';

/** Most bytes of a file of bans. */
export const FILE_MAX = 200 * 1024 * 1024;
/** Most bytes of a file that is one JSON: it is in memory as a whole. */
const JSON_MAX = 50 * 1024 * 1024;
/** So many refused lines are named on the page; all of them are in the file that can be saved. */
const NAMED = 1_000;
/** Most of a line that has a JSON: more than any ban has. */
const JSON_LINE_MAX = 16 * 1024;
/** As much of a refused line is shown. */
const SHOWN = 120;
/** What is read of a file before the page is drawn again. */
const AT_ONCE = 64 * 1024;
/** The same for what is in a JSON. */
const ITEMS_AT_ONCE = 1_000;
/** A record of a CSV that is still not whole after so many of them has a quote too many. */
const OPEN_MOST = 8;

/** A line that is no ban. */
export interface RefusedLine {
  readonly line: number;
  readonly text: string;
  readonly fault: LineFault;
}

/** What a file has. */
export interface BansOfFile {
  readonly bans: readonly FileBan[];
  /** In which line each of them stands: in a CSV its record, in a JSON which of its items it is. */
  readonly lines: readonly number[];
  /** Lines that are no bans, the first of them. */
  readonly refused: readonly RefusedLine[];
  /** How many there are of each kind. */
  readonly faults: ReadonlyMap<LineFault, number>;
  /** Every line that is no ban, with its number and why, as a CSV. */
  refusedFile(): Blob;
}

export type FileFault =
  | 'too-large'
  | 'json-too-large'
  | 'too-many'
  | 'unreadable'
  | 'quote-open'
  | 'not-json';

/** Reads a file of bans, of any form that is known. `told`: how many bytes are read. */
export async function readBans(
  file: File,
  now: number,
  told: (bytes: number) => void,
  signal: AbortSignal,
): Promise<BansOfFile | FileFault> {
  if (file.size > FILE_MAX) return 'too-large';
  const gathered = new Gathered();
  try {
    const json = await formOfJson(file);
    if (json === 'whole') {
      if (file.size > JSON_MAX) return 'json-too-large';
      if (!(await readWhole(file, now, gathered, told, signal))) return 'not-json';
      return gathered.bans.length > BAN_LIMIT.bans ? 'too-many' : gathered;
    }
    const columns = json === 'lines' ? null : await columnsOf(file);
    if (json === 'lines') await readLines(file, now, gathered, told, signal, jsonLine);
    else if (columns === null) await readLines(file, now, gathered, told, signal);
    else if (!(await readRecords(file, columns, now, gathered, told, signal))) return 'quote-open';
  } catch (error) {
    // It was moved or changed since it was chosen.
    if (error instanceof DOMException && error.name !== 'AbortError') return 'unreadable';
    throw error;
  }
  return gathered.bans.length > BAN_LIMIT.bans ? 'too-many' : gathered;
}

class Gathered implements BansOfFile {
  readonly bans: FileBan[] = [];
  readonly lines: number[] = [];
  readonly refused: RefusedLine[] = [];
  readonly faults = new Map<LineFault, number>();
  #file = new Blob([exportHead('csv', ['line', 'why', 'text'])]);
  #rows: string[] = [];

  /** Whether there is room for more. */
  get full(): boolean {
    return this.bans.length > BAN_LIMIT.bans;
  }

  add(read: FileLine, line: number, text: string): void {
    if (read.kind === 'ban') {
      this.bans.push(read.ban);
      this.lines.push(line);
    }
    if (read.kind !== 'refused') return;
    const { fault } = read;
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    if (this.refused.length < NAMED) this.refused.push({ line, text: text.slice(0, SHOWN), fault });
    const why = i18next.t(`why.${fault}`, { ns: 'banImport' });
    this.#rows.push(csvLine([String(line), why, text.slice(0, LINE_MAX)]));
    if (this.#rows.length >= NAMED) this.#keep();
  }

  refusedFile(): Blob {
    this.#keep();
    return this.#file;
  }

  /** Lines that are in the browser's own store of files take no memory here. */
  #keep(): void {
    this.#file = new Blob([this.#file, ...this.#rows], { type: 'text/csv;charset=utf-8' });
    this.#rows = [];
  }
}

async function readLines(
  file: Blob,
  now: number,
  gathered: Gathered,
  told: (bytes: number) => void,
  signal: AbortSignal,
  readLine: (text: string, now: number) => readonly FileLine[] = (text) => [readBanLine(text, now)],
): Promise<void> {
  const decoder = new TextDecoder();
  let line = 0;
  let rest = '';
  const take = (text: string) => {
    line += 1;
    for (const read of readLine(text, now)) gathered.add(read, line, text);
  };
  for (let from = 0; from < file.size && !gathered.full; from += AT_ONCE) {
    const bytes = await file.slice(from, from + AT_ONCE).arrayBuffer();
    signal.throwIfAborted();
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\r|\n/);
    // A line without an end is refused for its length, and takes no more memory than that.
    rest = (lines.pop() ?? '').slice(0, JSON_LINE_MAX);
    for (const text of lines) take(text);
    told(Math.min(file.size, from + AT_ONCE));
  }
  take(rest + decoder.decode());
}

/** Whether a file is one JSON, or has one on each of its lines; null: neither. */
async function formOfJson(file: Blob): Promise<'whole' | 'lines' | null> {
  const begin = (await file.slice(0, JSON_LINE_MAX).text()).replace(/^\uFEFF/, '').trimStart();
  if (!/^(?:[[{]\s*["{\]]|\[\s*\d{15,}\s*[,\]])/.test(begin)) return null;
  const [first = ''] = begin.split(/\r\n|\r|\n/);
  const read = jsonOf(first);
  return begin.startsWith('{') && read !== undefined && bansOfJson(read) === null
    ? 'lines'
    : 'whole';
}

/** Answers whether it is a JSON of bans. */
async function readWhole(
  file: Blob,
  now: number,
  gathered: Gathered,
  told: (bytes: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const text = (await file.text()).replace(/^\uFEFF/, '');
  signal.throwIfAborted();
  const items = bansOfJson(jsonOf(text));
  if (items === null) return false;
  for (const [at, item] of items.entries()) {
    if (gathered.full) break;
    if (at > 0 && at % ITEMS_AT_ONCE === 0) {
      told(Math.floor((file.size * at) / items.length));
      await nextTask();
      signal.throwIfAborted();
    }
    for (const read of readBanObject(item, now)) {
      gathered.add(read, at + 1, read.kind === 'refused' ? textOf(item, read.fault) : '');
    }
  }
  told(file.size);
  return true;
}

/** Lets the page be drawn and clicked. A timer would wait a second in a tab that nobody looks at. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** A refused item as it is shown. What is too long may be nested deeper than a stack reaches, so only its outside is. */
function textOf(item: unknown, fault: LineFault): string {
  if (fault !== 'too-long') return JSON.stringify(item);
  return JSON.stringify(item, (_, value: unknown) =>
    value !== item && typeof value === 'object' && value !== null ? '...' : value,
  );
}

function jsonLine(text: string, now: number): readonly FileLine[] {
  if (text.trim() === '') return [];
  const item = jsonOf(text.replace(/^\uFEFF/, ''));
  return item === undefined
    ? [{ kind: 'refused', fault: 'no-identity' }]
    : readBanObject(item, now);
}

/** undefined: it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The columns of a CSV; null: it is none, or its first line names no column that says who. */
async function columnsOf(file: Blob): Promise<BanColumns | null> {
  const [first = ''] = (await file.slice(0, 4_096).text()).split(/\r\n|\r|\n/);
  if (!/[,;\t]/.test(first)) return null;
  const { parse } = await papa();
  const [head = []] = parse<readonly string[]>(first).data;
  return banColumns(head);
}

/** Answers whether it came to the end. */
async function readRecords(
  file: File,
  columns: BanColumns,
  now: number,
  gathered: Gathered,
  told: (bytes: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { parse } = await papa();
  let record = 0;
  let open = 0;
  await new Promise<void>((resolve, reject) => {
    parse<readonly string[]>(file, {
      chunkSize: AT_ONCE,
      chunk({ data, meta }: ParseResult<readonly string[]>, parser) {
        for (const cells of data) {
          record += 1;
          if (record > 1) gathered.add(readBanRecord(columns, cells, now), record, cells.join(','));
        }
        open = data.length === 0 ? open + 1 : 0;
        told(meta.cursor);
        if (signal.aborted || gathered.full || open > OPEN_MOST) parser.abort();
      },
      complete: () => resolve(),
      error: reject,
    });
  });
  signal.throwIfAborted();
  return open <= OPEN_MOST;
}

/** Only who imports a CSV loads it. */
async function papa() {
  return (await import('papaparse')).default;
}
