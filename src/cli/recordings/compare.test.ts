import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  busyFile,
  folder,
  run,
  makeFolder,
  write,
} from '../../../tests/support/recording-commands.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Reduce } from '../../domain/recordings/player.ts';
import { TABLES } from '../../domain/tables.ts';
import { reduce as reduceEvent } from '../../domain/reduce.ts';
import { loadRecording } from '../../testing/recording.ts';
import { diffBuilds } from './compare.ts';

makeFolder();

describe('muster diff', () => {
  it('says that two files are the same, or where their rows begin to differ and how', () => {
    const path = busyFile('one.ndjson', 400);
    expect(run('diff', [path, path])).toMatchObject({ code: 0 });
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const at = lines.findIndex((line, index) => index > 200 && line.includes('"players":'));
    const changed = lines[at]?.replace(/"players":\d+/, '"players":33') ?? '';
    const other = write('other.ndjson', lines.with(at, changed));
    const { code, said } = run('diff', [path, other]);
    expect(code).toBe(1);
    const seq = (JSON.parse(changed) as { seq: number }).seq;
    expect(said).toContain(`The rows differ after event ${seq} of the file:`);
    expect(said).toMatch(/servers \w{24} population\.players: \d+ ≠ 33/);
    expect(JSON.parse(run('diff', [path, other, '--json']).said)).toMatchObject({
      kind: 'different',
      position: seq,
    });
    const shorter = write('shorter.ndjson', lines.slice(0, 300));
    expect(run('diff', [path, shorter]).said).toContain('shorter.ndjson ends after');
  });
});

describe('muster diff of two files of the same events', () => {
  const same = { code: 0, said: expect.stringMatching(/^The same rows after each of/) };

  it('passes over an event that one of them lacks, where it changed nothing', () => {
    const lines = readFileSync(busyFile('all.ndjson', 300), 'utf8').trimEnd().split('\n');
    const { seq, at } = JSON.parse(lines[150] ?? '') as { seq: number; at: number };
    const idle = { seq, at, source: 'realtime', event: 'keepalive', data: { sent: null } };
    const one = write('with.ndjson', lines.with(150, JSON.stringify(idle)));
    const other = write('without.ndjson', lines.with(150, '{"seq":'));
    expect(run('diff', [one, other])).toMatchObject(same);
    const server = lines.findIndex((line, index) => index > 200 && line.includes('"players":'));
    const told = JSON.parse(lines[server] ?? '') as { seq: number };
    const lacking = write(
      'lacking.ndjson',
      readFileSync(one, 'utf8').trimEnd().split('\n').with(server, '{"seq":'),
    );
    const { code, said } = run('diff', [lacking, one]);
    expect(code).toBe(1);
    expect(said).toContain(`lacking.ndjson: has no event ${told.seq}\n`);
    expect(said).toContain(`with.ndjson: event ${told.seq} at`);
  });

  it('lets the rest stand side by side where one of them lacks the first event', () => {
    const lines = readFileSync(busyFile('first.ndjson', 300), 'utf8').trimEnd().split('\n');
    const { seq, at } = JSON.parse(lines[1] ?? '') as { seq: number; at: number };
    const headless = write('headless.ndjson', lines.with(1, '{"seq":'));
    const whole = join(folder, 'first.ndjson');
    const differing = run('diff', [headless, whole]);
    expect(differing.code).toBe(1);
    expect(differing.said).toContain('headless.ndjson: has no event 1\n');
    expect(differing.said).toContain(`${whole}: event 1 at`);
    const idle = { seq, at, source: 'realtime', event: 'keepalive', data: { sent: null } };
    const one = write('idle.ndjson', lines.with(1, JSON.stringify(idle)));
    expect(run('diff', [one, headless])).toMatchObject(same);
    expect(run('diff', [headless, one])).toMatchObject(same);
  });

  it('says why they differ where they were redacted apart', () => {
    const path = busyFile('joint.ndjson', 100);
    const [one, other] = ['one', 'two'].map((name) => {
      const out = join(folder, `apart-${name}.ndjson`);
      run('redact', [path, '--out', out]);
      return out;
    }) as [string, string];
    const { code, warned } = run('diff', [one, other]);
    expect(code).toBe(1);
    expect(warned).toEqual([expect.stringContaining('--as-is')]);
    expect(run('diff', [one, one]).warned).toEqual([]);
    expect(run('diff', [path, busyFile('seed.ndjson', 100, 9)]).warned).toEqual([]);
  });
});

describe('muster bisect', { timeout: 60_000 }, () => {
  it('finds the event of a planted bug, in a file', () => {
    const path = busyFile('planted.ndjson', 5_000, 3);
    const left = loadRecording(readFileSync(path, 'utf8')).events.filter(
      ({ event }) => event.event === 'gsm:player:destruct',
    );
    const planted = left[Math.floor(left.length / 2)];
    const told = planted?.event.data as { player: { id: string } };
    const forgets: Reduce = (rows, event: DomainEvent) => {
      const changes = reduceEvent(rows, event);
      if (event.event !== 'gsm:player:destruct' || event.seq !== planted?.event.seq) return changes;
      if (event.data.player.id !== told.player.id) return changes;
      return changes.filter(({ table }) => table !== 'players');
    };
    const where =
      'any(s in servers, s.population.players < count(p in players, p.server_id = s.id) or ' +
      's.population.players = null and any(p in players, p.server_id = s.id))';
    const { code, said } = run('bisect', [path, '--where', where, '--json'], forgets);
    expect(code).toBe(0);
    const found = JSON.parse(said) as { probes: number };
    expect(found).toMatchObject({ kind: 'found', event: { seq: planted?.seq } });
    expect(found.probes).toBeLessThanOrEqual(14);
    const people = run('bisect', [path, '--where', where], forgets).said;
    expect(people).toContain(`It is true after event ${planted?.seq} at `);
    expect(run('bisect', [path, '--where', where])).toMatchObject({ code: 1 });
  });

  it('finds a fault that heals again: up to a moment, or the first time at all', () => {
    const path = busyFile('healed.ndjson', 3_000);
    const recording = loadRecording(readFileSync(path, 'utf8'));
    recording.toStart();
    const sizes = recording.events.map(() => recording.step(1).rows.players.size);
    const some = sizes[2_000];
    const begins = recording.events[sizes.indexOf(some ?? 0)];
    const where = `count(players) = ${some}`;
    expect(sizes.at(-1)).not.toBe(some);
    expect(run('bisect', [path, '--where', where])).toMatchObject({ code: 1 });
    const first = run('bisect', [path, '--where', where, '--first', '--json']);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.said)).toMatchObject({ kind: 'found', event: { seq: begins?.seq } });
    const until = run('bisect', [path, '--where', where, '--until', String(begins?.seq), '--json']);
    expect(JSON.parse(until.said)).toMatchObject({ kind: 'found', event: { seq: begins?.seq } });
    const early = ['--first', '--until', String((begins?.seq ?? 1) - 1)];
    expect(run('bisect', [path, '--where', where, ...early])).toMatchObject({
      code: 1,
      said: expect.stringContaining('It is never true.'),
    });
    expect(run('bisect', [path, '--where', where, '--until', 'soon']).code).toContain(
      '--until takes the number of an event or a time',
    );
  });

  it('points at what it cannot read in an expression', () => {
    const path = busyFile('where.ndjson', 50);
    expect(run('bisect', [path, '--where', 'count(server) > 1']).code).toBe(
      `--where cannot be read at character 7: There is no 'server' here: there are ${TABLES.join(', ')}.\n` +
        '  count(server) > 1\n        ^',
    );
    expect(run('bisect', [path]).code).toBe('Say what to look for: --where EXPRESSION.');
  });
});

describe('muster diff FILE --against FOLDER', () => {
  const against = async (path: string, other: string, reduce: Reduce = reduceEvent) => {
    const said: string[] = [];
    const quiet = () => undefined;
    const say = (line: string) => void said.push(line);
    const voice = { say, warn: quiet, progress: quiet, status: quiet, done: quiet };
    const code = await diffBuilds([path, '--against', other], { voice, reduce });
    return { code, said: said.join('\n') };
  };
  const project = fileURLToPath(new URL('../../..', import.meta.url));

  it('finds nothing where the other build is this one', async () => {
    const { code, said } = await against(busyFile('same-build.ndjson', 800), project);
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/^The same rows after each of \d+ events\.$/),
    });
  });

  it('finds the event that the other build takes otherwise', async () => {
    const path = busyFile('other-build.ndjson', 800);
    const left = loadRecording(readFileSync(path, 'utf8')).events.findLast(
      ({ event }) => event.event === 'gsm:player:destruct',
    );
    const forgets: Reduce = (rows, event) =>
      event.event === 'gsm:player:destruct' && event.seq === left?.event.seq
        ? reduceEvent(rows, event).filter(({ table }) => table !== 'players')
        : reduceEvent(rows, event);
    const { code, said } = await against(path, project, forgets);
    expect(code).toBe(1);
    expect(said).toContain(`this Muster: event ${left?.seq} at `);
    expect(said).toContain('≠ absent');
  });

  it('says where no Muster was built', async () => {
    const path = busyFile('no-build.ndjson', 20);
    await expect(against(path, folder)).rejects.toThrow('has no built Muster. Run npm run build');
  });
});
