import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  busyFile,
  folder,
  run,
  makeFolder,
  write,
} from '../../../tests/support/recording-commands.ts';
import { fold } from '../../domain/fold.ts';
import { hashRows } from '../../domain/hash.ts';
import { recordingLines } from '../../domain/recordings/write.ts';
import { createRows } from '../../domain/state.ts';
import { loadRecording } from '../../testing/recording.ts';
import { scenarios } from '../../testing/scenario.ts';

makeFolder();

const LONG = process.env['MUSTER_LONG'] === '1';
const OPTIONS = { build: 'test', sources: ['realtime', 'rest', 'intent', 'link'] } as const;

describe('muster replay', { timeout: 120_000 }, () => {
  it('gives the hash of a fold, of the loader for tests, and of another run, for any stream', () => {
    const numRuns = LONG ? 1_000 : 30;
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const path = write('stream.ndjson', recordingLines(events, OPTIONS));
        const rows = createRows();
        fold(rows, events);
        const hash = hashRows(rows);
        for (let again = 0; again < 3; again++) {
          const printed = run('replay', [path, '--print', 'hash']);
          expect(printed).toEqual({ code: 0, said: hash, warned: [] });
          expect(loadRecording(readFileSync(path, 'utf8')).hash).toBe(hash);
        }
      }),
      { numRuns },
    );
    if (LONG) process.stdout.write(`${numRuns} streams, three runs each: one hash\n`);
  });

  it('stops after an event or a moment, as the loader for tests does', () => {
    const path = busyFile('busy.ndjson', 500);
    const recording = loadRecording(readFileSync(path, 'utf8'));
    for (const seq of [0, 1, 2, 77, 499, 10_000]) {
      const { said } = run('replay', [path, '--until', String(seq), '--print', 'hash']);
      expect(said).toBe(recording.to(seq).hash);
    }
    const at = recording.events[250]?.event.at ?? 0;
    for (const until of [String(at), new Date(at).toISOString()]) {
      const { said } = run('replay', [path, '--until', until, '--print', 'hash']);
      expect(said).toBe(recording.toMoment(at).hash);
    }
  });

  it('prints a summary, rows and hashes for people and for scripts', () => {
    const path = busyFile('printed.ndjson', 300);
    const { said } = run('replay', [path]);
    expect(said).toMatch(/^recorded by test \(wire \d+\), redaction: none\n30\d events, 30\d of/);
    expect(said).toMatch(/rows: account 1, servers 20, .*\nhash: [0-9a-f]{64}$/);
    const summary = JSON.parse(run('replay', [path, '--json']).said) as object;
    expect(summary).toMatchObject({ rows: { servers: 20 }, damaged: 0 });
    expect(run('replay', [path, '--print', 'rows']).said).toContain('servers (20)\n  0000');
    const [row] = run('replay', [path, '--print', 'rows', '--json']).said.split('\n');
    expect(JSON.parse(row ?? '')).toMatchObject({ table: 'account', row: { id: 'me' } });
  });

  it('names damaged lines by their number and reason, and loses nothing else', () => {
    const lines = readFileSync(busyFile('good.ndjson', 200), 'utf8').trimEnd().split('\n');
    const at = lines.length - 40;
    const broken = lines.with(at, '{"seq":').with(at + 10, '"half a');
    const bytes = Buffer.from(`${broken.join('\n')}\n`);
    // And one that is no UTF-8.
    bytes[bytes.lastIndexOf('"at"') + 1] = 0xff;
    const path = join(folder, 'damaged.ndjson');
    writeFileSync(path, bytes);
    const { code, said, warned } = run('replay', [path, '--json']);
    expect(code).toBe(1);
    expect(warned.map((line) => /line (\d+) (is no \w+)/.exec(line)?.slice(1))).toEqual([
      [String(at + 1), 'is no JSON'],
      [String(at + 11), 'is no JSON'],
      [String(lines.length - 1), 'is no text'],
    ]);
    expect(JSON.parse(said)).toMatchObject({ events: lines.length - 5, damaged: 3 });
  });

  it('names a hundred damaged lines at most, and tells how many more there are', () => {
    const lines = readFileSync(busyFile('many.ndjson', 200), 'utf8').trimEnd().split('\n');
    const noise = Array.from({ length: 250 }, () => '"half a');
    const { code, warned } = run('replay', [write('noise.ndjson', [...lines, ...noise])]);
    expect(code).toBe(1);
    expect(warned).toHaveLength(101);
    expect(warned.at(-1)).toContain('150 more lines are damaged');
  });

  it('says that the header is missing, or the last line, or that a newer wire is spoken', () => {
    const lines = readFileSync(busyFile('said.ndjson', 100), 'utf8').trimEnd().split('\n');
    const warned = (name: string, other: readonly string[], ...options: readonly string[]) =>
      run('replay', [write(name, other), ...options]).warned.map((line) => line.split(': ')[1]);
    expect(warned('as-written.ndjson', lines)).toEqual([]);
    expect(warned('no-header.ndjson', lines.slice(1))).toEqual([
      'There is no header in the first line.',
    ]);
    expect(warned('no-end.ndjson', lines.slice(0, -1))).toEqual(['It was cut off']);
    // It was not read to its end.
    expect(warned('stopped.ndjson', lines, '--until', '5')).toEqual([]);
    const newer = lines[0]?.replace(/"protocol":\d+/, '"protocol":99') ?? '';
    expect(warned('newer-wire.ndjson', lines.with(0, newer))).toEqual([
      expect.stringMatching(/^It speaks a newer wire \(99\) than this Muster \(\d+\)$/),
    ]);
  });

  it('reads a file with a byte order mark, blank lines, and the ends of lines of Windows', () => {
    const path = busyFile('plain.ndjson', 200);
    const plain = run('replay', [path, '--print', 'hash']);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const windows = join(folder, 'windows.ndjson');
    writeFileSync(windows, `\uFEFF${lines.join('\r\n \r\n\r\n')}\r\n`);
    expect(run('replay', [windows, '--print', 'hash'])).toEqual(plain);
    expect(run('verify', [windows])).toMatchObject({ code: 0 });
  });

  it.each([
    ['first', 1],
    ['last', -2],
  ])('sums up a file whose %s event happened when no date can be', (_, place) => {
    const lines = readFileSync(busyFile('absurd.ndjson', 60), 'utf8').trimEnd().split('\n');
    const at = place < 0 ? lines.length + place : place;
    const absurd = lines[at]?.replace(/"at":\d+/, `"at":${Number.MAX_SAFE_INTEGER}`) ?? '';
    const { code, said, warned } = run('replay', [write('absurd.ndjson', lines.with(at, absurd))]);
    expect(code).toBe(1);
    expect(warned).toEqual([expect.stringContaining(`line ${at + 1} is no event: at: Too big`)]);
    expect(said).toMatch(/1 damaged lines or gaps\nfrom event \d+ \(20\d\d-/);
  });
});

describe('muster redact', () => {
  it('leaves nothing of what somebody wrote into the header', () => {
    const [header = '', ...rest] = readFileSync(busyFile('signed.ndjson', 60), 'utf8').split('\n');
    const signed = header.replace('"build":"test"', '"build":"for Ann Smith, 203.0.113.9"');
    const { code, said } = run('redact', [write('signed-by.ndjson', [signed, ...rest])]);
    expect(code).toBe(0);
    expect(said).toContain('"build":"unknown"');
    expect(said).not.toContain('Ann Smith');
  });

  it('leaves nothing of a person, and a recording that is whole', () => {
    const path = busyFile('personal.ndjson', 600);
    const out = join(folder, 'redacted.ndjson');
    expect(run('redact', [path, '--out', out])).toEqual({ code: 0, said: '', warned: [] });
    const told = readFileSync(path, 'utf8');
    const redacted = readFileSync(out, 'utf8');
    for (const secret of secretsIn(told)) expect(redacted).not.toContain(secret);
    expect(run('verify', [out])).toMatchObject({ code: 0 });
    expect(redacted.split('\n')).toHaveLength(told.split('\n').length);
    expect(run('replay', [out]).said).toContain('redaction: pseudonyms');
    expect(run('redact', [path, '--out', out]).code).toContain('it exists already');
  });

  it('keeps chat where it is asked to', () => {
    const path = busyFile('chat.ndjson', 600);
    expect(run('redact', [path]).said).not.toContain('anyone near Cherno?');
    const kept = run('redact', [path, '--keep-chat']).said;
    expect(kept).toContain('anyone near Cherno?');
    expect(kept.split('\n')[0]).toContain('"redaction":"pseudonyms-keeping-chat"');
  });
});

/** Names, ids, addresses, identifiers, e-mail and texts of a recording of a made-up world. */
function secretsIn(text: string): ReadonlySet<string> {
  const fields =
    /"(?:name|display_name|username|ip|guid|steam_id|text|address)":("(?:[^"\\]|\\.)*")/g;
  const found = [...text.matchAll(fields)].map(([, value = '']) => value.slice(1, -1));
  const ids = [...text.matchAll(/"([0-9a-f]{24})"/g)].map(([, id = '']) => id);
  return new Set([...found, ...ids].filter((value) => value.length > 4));
}

describe('a damaged first line', () => {
  it.each([
    ['no JSON', (header: string) => header.slice(0, 40), /line 1 is no JSON/],
    [
      'broken',
      (header: string) => header.replace('"test"', '7'),
      /line 1 is a broken header: build/,
    ],
  ])('that is %s is named, and nothing else is lost', (_, damage, named) => {
    const whole = busyFile('headed.ndjson', 300);
    const [header = '', ...rest] = readFileSync(whole, 'utf8').split('\n');
    const path = write('headless.ndjson', [damage(header), ...rest]);
    const hash = run('replay', [whole, '--print', 'hash']).said;
    const played = run('replay', [path, '--print', 'hash']);
    const headless = expect.stringContaining('There is no header in the first line.');
    expect(played).toEqual({
      code: 1,
      said: hash,
      warned: [expect.stringMatching(named), headless],
    });
    const out = join(folder, `headless-${Math.random()}.ndjson`);
    const redacted = run('redact', [path, '--out', out]);
    expect(redacted).toEqual({ code: 1, said: '', warned: [expect.stringMatching(named)] });
    expect(run('verify', [out])).toMatchObject({ code: 0 });
    const lines = readFileSync(out, 'utf8').split('\n');
    expect(lines).toHaveLength(rest.length + 1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      build: 'unknown',
      redaction: 'pseudonyms',
      seed: null,
    });
  });
});

describe('what is no recording', { timeout: 60_000 }, () => {
  const args: Readonly<Record<string, (path: string) => readonly string[]>> = {
    replay: (path) => [path],
    verify: (path) => [path],
    redact: (path) => [path, '--out', join(folder, 'never.ndjson')],
    diff: (path) => [path, path],
    bisect: (path) => [path, '--where', 'true'],
  };

  it.each(Object.entries(args))(
    'is said by muster %s in one sentence, and leaves no file',
    (name, of) => {
      const noise = Array.from({ length: 5_000 }, (_, line) => `${line} \u0000 noise`);
      const strange = write('strange.bin', noise);
      const sentence = `${strange} is no recording.`;
      expect(run(name, of(strange))).toEqual({ code: sentence, said: '', warned: [] });
      const empty = join(folder, 'empty.ndjson');
      writeFileSync(empty, '');
      expect(run(name, of(empty)).code).toBe(`${empty} is empty.`);
      const [header = '', ...rest] = readFileSync(busyFile('known.ndjson', 50), 'utf8').split('\n');
      const newer = write('newer.ndjson', [header.replace('"format":1', '"format":2'), ...rest]);
      expect(run(name, of(newer)).code).toBe(
        `${newer} was recorded by a newer Muster (format 2): update this one.`,
      );
      expect(() => statSync(join(folder, 'never.ndjson'))).toThrow('ENOENT');
    },
  );

  it('is said by the command itself, whose exit code is 2; a reader that goes away ends it quietly', () => {
    const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
    const muster = (line: string) =>
      spawnSync('bash', ['-c', `set -o pipefail; "${process.execPath}" "${main}" ${line}`], {
        encoding: 'utf8',
      });
    const missing = muster('verify nothing.ndjson');
    expect(missing).toMatchObject({ status: 2, stdout: '' });
    expect(missing.stderr).toBe(
      'nothing.ndjson cannot be read: there is no such file or folder.\n',
    );
    const long = muster(`redact ${busyFile('long.ndjson', 3_000)} | head -n 1`);
    expect(long).toMatchObject({ status: 141, stderr: '' });
    expect(long.stdout).toMatch(/^\{"muster":"recording".*\}\n$/);
  });
});

describe('muster verify', () => {
  it('says that a file is whole, was cut off, was changed, or begins otherwise', () => {
    const path = busyFile('whole.ndjson', 300);
    expect(run('verify', [path])).toMatchObject({ code: 0 });
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const cut = write('cut.ndjson', lines.slice(0, -1));
    expect(run('verify', [cut])).toMatchObject({ code: 1 });
    expect(run('verify', [cut]).said).toContain('It was cut off');
    const at = lines.findLastIndex((line) => line.includes('"players":'));
    const other = lines[at]?.replace(/"players":(?:\d+|null)/, '"players":1') ?? '';
    const changed = run('verify', [write('changed.ndjson', lines.with(at, other))]);
    expect(changed).toMatchObject({ code: 1 });
    expect(changed.said).toContain('The rows at its end are not those that were recorded.');
    const newer = lines[0]?.replace(/"protocol":\d+/, '"protocol":99') ?? '';
    const spoken = run('verify', [write('wire-99.ndjson', lines.with(0, newer))]);
    expect(spoken).toMatchObject({ code: 1 });
    expect(spoken.said).toContain('It speaks a newer wire (99)');
    expect(spoken.said).not.toContain('is whole');
    const missing = run('verify', [write('missing.ndjson', lines.toSpliced(100, 3))]);
    expect(missing.warned.join()).toContain('events 100 to 102 are missing before it');
    expect(run('verify', [path, '--json']).said).toContain('"whole":true');
  });

  it('says what is no recording at all', () => {
    const path = write('other.txt', ['hello', 'world']);
    expect(run('verify', [path]).code).toBe(`${path} is no recording.`);
    expect(run('verify', [join(folder, 'nothing')]).code).toContain(
      'cannot be read: there is no such file',
    );
    expect(run('verify', [folder]).code).toContain('cannot be read: it is a folder');
    expect(run('verify', []).code).toContain('Give one file: muster verify FILE.');
    expect(run('verify', ['--quick']).code).toContain("Unknown option '--quick'");
  });
});
