import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLoad } from '../../testing/frames.ts';
import { loadRecording } from '../../testing/recording.ts';
import { scenarios } from '../../testing/scenario.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { realtimeEvent } from '../event.ts';
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
      yield { text, line: index + 1, next };
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

it('a time line finds every event by moment, number, kind and server, as a look at all of them does', () => {
  fc.assert(
    fc.property(scenarios, fc.nat(), ({ events }, at) => {
      const timeline = new Timeline();
      for (const [index, event] of events.entries()) timeline.add(2 * index + 1, event as never);
      const position = at % (events.length + 1);
      expect(timeline.positionOf(2 * position)).toBe(position);
      const moment = timeline.moment(position) ?? 0;
      expect(timeline.positionAt(moment)).toBeGreaterThanOrEqual(position);
      const wanted = events[at % events.length]!;
      const kind = `${wanted.source}/${wanted.event}`;
      const fits = (index: number) => `${events[index]!.source}/${events[index]!.event}` === kind;
      const next = events.findIndex((_, index) => index + 1 > position && fits(index));
      const found = timeline.find(position, 1, { kind, serverId: null });
      expect(found).toBe(next === -1 ? null : next + 1);
      const before = events.findLastIndex((_, index) => index + 1 < position && fits(index));
      const back = timeline.find(position, -1, { kind, serverId: null });
      expect(back).toBe(before === -1 ? null : before + 1);
      expect(timeline.density(7).reduce((sum, count) => sum + count, 0)).toBe(events.length);
    }),
  );
});
