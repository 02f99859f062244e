import { parseArgs } from 'node:util';
import { hashRows, hashShared } from '../../domain/hash.ts';
import { readableRows } from '../../domain/recordings/readable.ts';
import { RecordingRun, shortcomings } from '../../domain/recordings/run.ts';
import { sortedRows } from '../../domain/fold.ts';
import { FACT_TABLES, TABLES } from '../../domain/tables.ts';
import type { Rows } from '../../domain/state.ts';
import { UsageError } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { RecordingFile } from './file.ts';

export const REPLAY_HELP = `muster replay FILE: plays a recording as fast as it can, and says what is known at its end

  --until SEQ|TIME      stop after the event with this number, or at this time (2026-03-29T02:00:00Z, or
                        milliseconds since 1970)
  --print WHAT          rows, hash or summary (summary)
  --json                as JSON; rows one a line

Damaged lines are left out and named on standard error, as is a missing header or end. The exit code is 1
if lines were damaged.

muster replay FILE --serve: shows it in the portal as it happened

  --speed FACTOR        how much faster than real time (1)
  --step                play one event each time you press Enter
  --port NUMBER         the port to listen on; 0 takes any free one (5990)

The portal says that it is a replay, and lets you change the speed and nothing else. Nobody has to sign in.
It can only be opened on this machine, and runs until Ctrl-C.
`;

const PRINTS = ['rows', 'hash', 'summary'] as const;
const OWN_TABLES = TABLES.filter((table) => !(FACT_TABLES as readonly string[]).includes(table));

const UNREAD_END = { seq: 0, hash: '' };

/** What only a recording that is served takes. */
const SERVED = ['--speed', '--step', '--port'];

/** Plays a file; answers the exit code. Throws `UsageError`. */
export function replay(args: readonly string[], { voice, reduce }: CommandContext): number {
  const served = SERVED.find((option) => args.includes(option));
  if (served !== undefined) throw new UsageError(`${served} needs --serve.`);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      print: { type: 'string', default: 'summary' },
      json: { type: 'boolean', default: false },
    },
  });
  const print = PRINTS.find((name) => name === values.print);
  if (print === undefined) {
    throw new UsageError(`--print takes ${PRINTS.join(', ')}, not ${values.print}.`);
  }
  const [path] = filesOf(positionals, 1, 'muster replay FILE');
  const until = values.until === undefined ? null : readUntil(values.until);
  const file = new RecordingFile(path, voice);
  const run = new RecordingRun(reduce);
  let stopped = false;
  try {
    for (const item of file.items()) {
      stopped = item.kind === 'event' && until?.(item.seq, item.event.at) === true;
      if (stopped) break;
      run.take(item);
    }
  } finally {
    voice.done();
    file.close();
  }
  // Where it was to stop before its end, the end was not looked for.
  const end = stopped ? UNREAD_END : run.report.end;
  for (const one of shortcomings({ ...run.report, end })) voice.warn(`${path}: ${one}`);
  const lines = { rows: rowLines, hash: hashLines, summary: summaryLines }[print];
  for (const line of lines(run, values.json)) voice.say(line);
  return run.report.damaged > 0 ? 1 : 0;
}

/** Exactly so many files. Throws `UsageError`. */
export function filesOf(positionals: readonly string[], count: 1, usage: string): [string];
export function filesOf(positionals: readonly string[], count: 2, usage: string): [string, string];
export function filesOf(positionals: readonly string[], count: number, usage: string): string[] {
  if (positionals.length === count) return [...positionals];
  throw new UsageError(`Give ${count === 1 ? 'one file' : 'two files'}: ${usage}.`);
}

/** Whether an event of a number and a moment is after what was asked for. Throws `UsageError`. */
export function readUntil(text: string): (seq: number, at: number) => boolean {
  if (/^\d{1,12}$/.test(text)) {
    const last = Number(text);
    return (seq) => seq > last;
  }
  const moment = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(moment)) {
    throw new UsageError(`--until takes the number of an event or a time, not ${text}.`);
  }
  return (_, at) => at > moment;
}

function* rowLines({ rows }: RecordingRun, json: boolean): Generator<string> {
  if (!json) {
    yield* readableRows(rows, TABLES);
    return;
  }
  for (const table of TABLES) {
    for (const row of sortedRows(rows, table)) yield JSON.stringify({ table, row });
  }
}

function* hashLines({ rows }: RecordingRun, json: boolean): Generator<string> {
  yield json ? JSON.stringify(hashes(rows)) : hashRows(rows);
}

function* summaryLines({ rows, report }: RecordingRun, json: boolean): Generator<string> {
  const counts = Object.fromEntries(TABLES.map((table) => [table, rows[table].size]));
  const { header, events, applied, unknown, damaged, first, last } = report;
  const place = (of: typeof first) => of && { seq: of.seq, at: of.event.at };
  if (json) {
    const played = { events, applied, unknown, damaged, first: place(first), last: place(last) };
    yield JSON.stringify({ header, ...played, rows: counts, ...hashes(rows) });
    return;
  }
  if (header !== null) {
    const { build, protocol, redaction } = header;
    yield `recorded by ${build} (wire ${protocol}), redaction: ${redaction}`;
  }
  yield (
    `${events} events, ${applied} of which changed rows` +
      (unknown > 0 ? `, ${unknown} unknown` : '') +
      (damaged > 0 ? `, ${damaged} damaged lines or gaps` : '')
  );
  if (first !== null && last !== null) {
    yield `from event ${first.seq} (${moment(first.event.at)}) to ${last.seq} (${moment(last.event.at)})`;
  }
  const held = Object.entries(counts).filter(([, count]) => count > 0);
  yield `rows: ${held.map(([table, count]) => `${table} ${count}`).join(', ') || 'none'}`;
  yield `hash: ${hashRows(rows)}`;
}

/** Facts of the host, what was a client's own, and what every client of these servers shares, apart. */
function hashes(rows: Rows): { hash: string; own_hash: string; shared_hash: string } {
  return {
    hash: hashRows(rows),
    own_hash: hashRows(rows, OWN_TABLES),
    shared_hash: hashShared(rows),
  };
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
