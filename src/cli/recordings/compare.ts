import { parseArgs } from 'node:util';
import { bisect, findFirst, type Search } from '../../domain/recordings/bisect.ts';
import { diffRecordings, type RecordingDiff } from '../../domain/recordings/diff.ts';
import { compileExpression } from '../../domain/recordings/expression.ts';
import { ExpressionError } from '../../domain/recordings/expression-tokens.ts';
import { Player, type NumberedEvent } from '../../domain/recordings/player.ts';
import { readableChanges, readableEvent, readableValue } from '../../domain/recordings/readable.ts';
import { eventLineOf } from '../../domain/recordings/write.ts';
import { applyChanges, type Rows } from '../../domain/state.ts';
import { UsageError } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { RecordingFile } from './file.ts';
import { openOtherBuild } from './other-build.ts';
import { filesOf, readUntil } from './replay.ts';
import type { Voice } from './voice.ts';

export const DIFF_HELP = `muster diff A B: the first event after which the rows of two recordings differ, and how

muster diff FILE --against FOLDER: the same, for two versions of Muster that play one recording

  --against FOLDER      the folder of the other Muster, with its build
  --json                as JSON

Both recordings are played by this version. Events are paired by number, so one that is missing does not shift
the others. Two redacted recordings differ in every name and id: compare recordings made with --as-is. The exit
code is 0 if they do not differ, and 1 if they do.
`;

export const BISECT_HELP = `muster bisect FILE --where EXPRESSION: finds the event after which something became true

  --where EXPRESSION    what should be true of the rows, such as
                        any(s in servers, s.population.players < 0)
                        count(players) > 100 and servers["0a1b…"].state.ready = false
  --until SEQ|TIME      look only up to the event with this number, or up to this time
                        (2026-03-29T02:00:00Z, or milliseconds since 1970)
  --first               find the first time it was true, even if it ended later (slower)
  --json                as JSON

It looks at few events, and takes for granted that what became true stays true until the end. With --first it
looks at every event that changed something. docs/guides/record-and-replay.md has the whole language. The exit
code is 1 if it is not true at the end, or with --first, if it never is.
`;

/** Compares two files; answers the exit code. Throws `UsageError`. */
export function diff(args: readonly string[], { voice }: CommandContext): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const paths = filesOf(positionals, 2, 'muster diff A B');
  const files = paths.map((path) => new RecordingFile(path, voice));
  try {
    const [a, b] = files.map((file) => {
      const { header, rows, events } = file.open();
      return { redacted: (header?.redaction ?? 'none') !== 'none', rows, events: events.read(0) };
    });
    if (a === undefined || b === undefined)
      throw new UsageError('Give two files: muster diff A B.');
    const found = diffRecordings(a, b);
    voice.done();
    tellDiff(found, paths, values.json, voice);
    if (found.kind === 'different' && (a.redacted || b.redacted)) voice.warn(REDACTED_APART);
    return found.kind === 'same' ? 0 : 1;
  } finally {
    for (const file of files) file.close();
  }
}

/** Compares what this and another Muster make of one file; answers the exit code. Throws `UsageError`. */
export async function diffBuilds(
  args: readonly string[],
  { voice, reduce }: CommandContext,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { against: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [path] = filesOf(positionals, 1, 'muster diff FILE --against FOLDER');
  const folder = values.against ?? '';
  const { makes, rowsOf } = await openOtherBuild(folder);
  const [own, other] = [new RecordingFile(path, voice), new RecordingFile(path, silent(voice))];
  try {
    const [a, b] = [own.open(), other.open()];
    const found = diffRecordings(
      { rows: a.rows, events: a.events.read(0), makes: { reduce, apply: applyChanges } },
      { rows: rowsOf(b.rows), events: b.events.read(0), makes },
    );
    voice.done();
    tellDiff(found, ['this Muster', folder], values.json, voice);
    return found.kind === 'same' ? 0 : 1;
  } finally {
    own.close();
    other.close();
  }
}

/** Damage is told of the first reading alone. */
function silent(voice: Voice): Voice {
  return { ...voice, warn: () => undefined, progress: () => undefined };
}

function tellDiff(
  found: RecordingDiff,
  names: readonly [string, string],
  json: boolean,
  voice: Voice,
): void {
  if (json) voice.say(JSON.stringify(found));
  else for (const line of diffLines(found, names)) voice.say(line);
}

const MOST_FIELDS = 50;
/** Each may hold all rows again. With these, halving plays about as much again as the file is long. */
const MOST_KEYFRAMES = 16;

function* diffLines(found: RecordingDiff, [a, b]: readonly [string, string]): Generator<string> {
  if (found.kind === 'same') {
    yield `The same rows after each of ${found.events} events.`;
    return;
  }
  if (found.kind === 'shorter') {
    const [ended, other] = found.which === 'a' ? [a, b] : [b, a];
    yield `${ended} ends after ${found.events} events; up to there its rows are those of ${other}.`;
    return;
  }
  yield found.position === 0
    ? 'They start with different rows:'
    : `The rows differ after event ${found.position} of the file:`;
  for (const [path, told, other] of [
    [a, found.a, found.b],
    [b, found.b, found.a],
  ] as const) {
    if (told !== null) yield `  ${path}: ${readableEvent(told.seq, told.event)}`;
    else if (other !== null) yield `  ${path}: has no event ${other.seq}`;
  }
  for (const { table, id, path, a: left, b: right } of found.fields.slice(0, MOST_FIELDS)) {
    const field = path === '' ? '' : ` ${path}`;
    yield `  ${table} ${id}${field}: ${readableValue(left)} ≠ ${readableValue(right)}`;
  }
  const more = found.fields.length - MOST_FIELDS;
  if (more > 0) yield `  and ${more} more fields`;
}

const REDACTED_APART =
  'Each redacted recording has its own pseudonyms, so two of them differ from the start. Compare ' +
  "recordings that keep names and texts (muster record --as-is, or 'Leave names and texts as they are' " +
  'in the inspector).';

/** Finds an event in a file; answers the exit code. Throws `UsageError`. */
export function bisectFile(args: readonly string[], { voice, reduce }: CommandContext): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      where: { type: 'string' },
      until: { type: 'string' },
      first: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [path] = filesOf(positionals, 1, 'muster bisect FILE --where EXPRESSION');
  const holds = readExpression(values.where);
  const until = values.until === undefined ? null : readUntil(values.until);
  const file = new RecordingFile(path, voice);
  try {
    const { rows, events } = file.open();
    const player = new Player(events, { start: rows, reduce, mostKeyframes: MOST_KEYFRAMES });
    const end = until === null ? undefined : positionAfter(player, until);
    const found = values.first
      ? drained(findFirst(player, holds, end))
      : bisect(player, holds, end);
    voice.done();
    const last = found.kind === 'found' ? player.last : null;
    if (values.json) {
      const event = last && eventLineOf(last.seq, last.event);
      voice.say(JSON.stringify({ ...found, event, changes: last && player.changes }));
    } else {
      for (const line of bisectLines(found.kind, last, player)) voice.say(line);
      voice.say(found.probes === 1 ? '(1 check)' : `(${found.probes} checks)`);
    }
    return found.kind === 'found' || found.kind === 'from-the-start' ? 0 : 1;
  } finally {
    file.close();
  }
}

/** How many events come before the first one that is after what was asked for. */
function positionAfter(player: Player, isAfter: (seq: number, at: number) => boolean): number {
  for (let next = player.peek(); next !== null; next = player.peek()) {
    if (isAfter(next.seq, next.event.at)) break;
    player.step();
  }
  return player.position;
}

function drained(search: Generator<number, Search>): Search {
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

function* bisectLines(
  kind: Search['kind'],
  last: NumberedEvent | null,
  player: Player,
): Generator<string> {
  if (kind === 'not-at-the-end') yield 'It is not true at the end.';
  if (kind === 'never') yield 'It is never true.';
  if (kind === 'from-the-start') yield 'It is true before the first event.';
  if (last === null) return;
  yield `It is true after ${readableEvent(last.seq, last.event)}`;
  const changes = [...readableChanges(player.changes)];
  for (const line of changes.slice(0, MOST_FIELDS)) yield `  ${line}`;
  const more = changes.length - MOST_FIELDS;
  if (more > 0) yield `  and ${more} more (--json has them all)`;
}

function readExpression(text: string | undefined): (rows: Rows) => boolean {
  if (text === undefined) throw new UsageError('Say what to look for: --where EXPRESSION.');
  try {
    return compileExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new UsageError(
      `--where cannot be read at character ${error.at + 1}: ${error.message}\n` +
        `  ${text}\n  ${' '.repeat(error.at)}^`,
      { cause: error },
    );
  }
}
