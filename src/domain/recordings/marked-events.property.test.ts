import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLoad } from '../../testing/frames.ts';
import { loadRecording } from '../../testing/recording.ts';
import { scenarios } from '../../testing/scenario.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { realtimeEvent, type DomainEvent } from '../event.ts';
import { fold } from '../fold.ts';
import { hashRows } from '../hash.ts';
import { MarkedEvents, readBeginning, type FileLine } from './marked-events.ts';
import { Player } from './player.ts';
import { readRecording } from './read.ts';
import { RecordingRun } from './run.ts';
import { createRows } from '../state.ts';
import { Timeline } from './timeline.ts';
import { recordingLines } from './write.ts';

const LONG = process.env['MUSTER_LONG'] === '1';
const STREAMS = LONG ? 1_000 : 40;
const RUNS = 3;

/** Lines as a file has them: every line is its own length further on. */
function fileOf(lines: readonly string[]) {
  return function* (byte: number): Generator<FileLine> {
    let next = 0;
    for (const [index, text] of lines.entries()) {
      const begins = next;
      next += text.length + 1;
      if (begins < byte) continue;
      yield { text, line: index + 1, byte: begins, next };
    }
  };
}

it(
  'the same recording ends in the same rows: as written, played once, in a test, and after any jumps',
  { timeout: LONG ? 3_600_000 : 60_000 },
  () => {
    let streams = 0;
    fc.assert(
      fc.property(scenarios, fc.array(fc.nat(), { maxLength: 8 }), ({ events }, jumps) => {
        const lines = [...recordingLines(events, { build: 'test', sources: ['realtime', 'rest'] })];
        const written = (JSON.parse(lines.at(-1) ?? '') as { end: { hash: string } }).end.hash;
        for (let run = 0; run < RUNS; run++) {
          const once = new RecordingRun();
          for (const item of readRecording(lines)) once.take(item);
          expect(hashRows(once.rows)).toBe(written);
          expect(loadRecording(lines.join('\n')).hash).toBe(written);
          const file = fileOf(lines);
          const beginning = readBeginning(file, () => undefined);
          const marked = new MarkedEvents(file, beginning, () => undefined);
          const player = new Player(marked, { start: beginning.rows, keyframeEvents: 3 });
          const end = player.seekEnd();
          expect(end).toBe(events.length);
          for (const jump of jumps) player.seek(jump % (end + 1));
          player.seekEnd();
          expect(hashRows(player.rows)).toBe(written);
        }
        streams++;
      }),
      { numRuns: STREAMS, seed: 4 },
    );
    if (LONG) process.stdout.write(`${streams} streams, ${RUNS} runs each: one hash\n`);
  },
);

it('what a recording begins with is read once, and its events follow it', () => {
  const load = createLoad({ seed: 3, servers: 4, players: 20 });
  const start = createRows();
  fold(start, openingEvents(load.world));
  const events = load.take(30).map((frame) => realtimeEvent(frame));
  const options = { build: 'test', sources: ['realtime'] } as const;
  const lines = [...recordingLines(events, options, start)];
  const read: number[] = [];
  const file = function* (byte: number): Generator<FileLine> {
    for (const line of fileOf(lines)(byte)) {
      read.push(line.line);
      yield line;
    }
  };
  const met: string[] = [];
  const beginning = readBeginning(file, ({ kind }) => met.push(kind));
  const marked = new MarkedEvents(file, beginning, ({ kind }) => met.push(kind));
  const player = new Player(marked, { start: beginning.rows });
  expect(player.seekEnd()).toBe(events.length);
  expect(hashRows(player.rows)).toBe(hashRows(start));
  const first = lines.length - events.length;
  expect(read.filter((line) => line < first)).toEqual(
    Array.from({ length: first - 1 }, (_, index) => index + 1),
  );
  expect(met.filter((kind) => kind !== 'event' && kind !== 'keyframe')).toEqual(['header', 'end']);
});

it('blank lines are nothing, wherever they stand', () => {
  const load = createLoad({ seed: 3, servers: 2, players: 3 });
  const events = load.take(5).map((frame) => realtimeEvent(frame));
  const lines = [...recordingLines(events, { build: 'test', sources: ['realtime'] })];
  const kinds = (all: readonly string[]) => [...readRecording(all)].map(({ kind }) => kind);
  expect(kinds(lines.flatMap((line) => ['', ' \t', line, '  ']))).toEqual(kinds(lines));
});

it('of a file that is no recording a thousand lines are read, and of one that is, all before its events', () => {
  const read = (lines: readonly string[]) => {
    let met = 0;
    const beginning = readBeginning(fileOf(lines), () => met++);
    return { known: beginning.known, met };
  };
  const strange = Array.from({ length: 1_500 }, () => 'strange');
  expect(read(strange)).toEqual({ known: false, met: 1_000 });
  const [header = ''] = recordingLines([], { build: 'test', sources: ['realtime'] });
  expect(read([header, ...strange])).toEqual({ known: true, met: 1_501 });
});

it('an event far behind is read from a mark near before it, not from the beginning', () => {
  const load = createLoad({ seed: 3, servers: 4, players: 20 });
  const events = load.take(2_000).map((frame) => realtimeEvent(frame));
  const lines = [...recordingLines(events, { build: 'test', sources: ['realtime'] })];
  let read = 0;
  const file = function* (byte: number): Generator<FileLine> {
    for (const one of fileOf(lines)(byte)) {
      read++;
      yield one;
    }
  };
  const marked = new MarkedEvents(
    file,
    readBeginning(file, () => undefined),
    () => undefined,
  );
  const all = [...marked.read(0)];
  for (const from of [249, 250, 251, 1_300, events.length - 1]) {
    read = 0;
    const [next] = marked.read(from);
    expect(next).toEqual(all[from]);
    expect(read).toBeLessThan(300);
  }
});

it('a time line tells how many events fell into each part of the time, and servers by their ids alone', () => {
  const timeline = new Timeline();
  expect(timeline.density(2)).toEqual([0, 0]);
  const stream = `server/${'a'.repeat(24)}/list`;
  for (const [seq, at] of [100, 110, 149, 150, 200].entries()) {
    const told = { at, source: 'realtime', event: 'server:state', data: {} };
    timeline.add(seq, seq === 2 ? { ...told, stream, seq: 1 } : told);
  }
  expect(timeline.density(2)).toEqual([3, 2]);
  expect([...timeline.servers]).toEqual([['a'.repeat(24), 1]]);
  expect([...timeline.kinds]).toEqual([['realtime/server:state', 5]]);
});

/** What an event is about, as its stream or its data says it. */
function serverOf(event: DomainEvent): string | null {
  const [resource, id] = event.source === 'realtime' ? (event.stream?.split('/') ?? []) : [];
  if (resource === 'server') return id ?? null;
  const { data } = event;
  return data !== null && 'server_id' in data ? data.server_id : null;
}

/** By how much another clock is late. */
const lates = fc.array(fc.constantFrom(0, 1, 5_000), { minLength: 1, maxLength: 20, size: 'max' });

it('a time line finds every event by moment, number, kind and server, as a look at all of them does', () => {
  fc.assert(
    fc.property(scenarios, fc.nat(), fc.nat(), lates, ({ events: told }, at, of, late) => {
      const events = told.map((event, index) => ({
        ...event,
        at: event.at - (late[index % late.length] ?? 0),
      }));
      const timeline = new Timeline();
      for (const [index, event] of events.entries()) timeline.add(2 * index + 1, event as never);
      const position = at % (events.length + 1);
      expect(timeline.positionOf(2 * position)).toBe(position);
      expect(timeline.seq(position)).toBe(position === 0 ? null : 2 * position - 1);
      const moments = events.map((_, index) =>
        Math.max(...events.slice(0, index + 1).map((event) => event.at)),
      );
      const moment = timeline.moment(position) ?? 0;
      expect(moment).toBe(moments[Math.max(0, position - 1)]);
      for (const asked of [moment - 1, moment, moment + 1]) {
        expect(timeline.positionAt(asked)).toBe(moments.filter((one) => one <= asked).length);
      }
      const wanted = events[of % events.length]!;
      const kind = `${wanted.source}/${wanted.event}`;
      const serverId = serverOf(wanted);
      for (const asked of [
        { kind, serverId },
        { kind, serverId: null },
        { kind: null, serverId },
        { kind: null, serverId: null },
      ]) {
        const fits = (event: DomainEvent) =>
          (asked.kind === null || `${event.source}/${event.event}` === asked.kind) &&
          (asked.serverId === null || serverOf(event) === asked.serverId);
        const next = events.findIndex((event, index) => index + 1 > position && fits(event));
        expect(timeline.find(position, 1, asked)).toBe(next === -1 ? null : next + 1);
        const before = events.findLastIndex((event, index) => index + 1 < position && fits(event));
        expect(timeline.find(position, -1, asked)).toBe(before === -1 ? null : before + 1);
      }
      expect(timeline.find(0, 1, { kind: 'realtime/never', serverId: null })).toBeNull();
      expect(timeline.find(0, 1, { kind: null, serverId: 'f'.repeat(24) })).toBeNull();
      expect(timeline.density(7).reduce((sum, count) => sum + count, 0)).toBe(events.length);
    }),
  );
});
