import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { shapeOf } from '../../protocol/shape.ts';
import { createLoad } from '../../testing/frames.ts';
import { TestRecording } from '../../testing/recording.ts';
import { scenarios } from '../../testing/scenario.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { fold, fromKeyframe, keyframe } from '../fold.ts';
import { hashRows } from '../hash.ts';
import { isKnown, type RecordedEvent } from '../known.ts';
import { TABLES } from '../tables.ts';
import { createRows, type Rows } from '../state.ts';
import { Player, sourceOf } from './player.ts';
import { readRecording, RecordingReader } from './read.ts';
import { RecordingCheck } from './run.ts';
import { eventLineOf, recordingLines } from './write.ts';

const options = { build: 'test', sources: ['realtime', 'rest', 'intent', 'link'] } as const;

function folded(events: Iterable<RecordedEvent>, rows: Rows = createRows()): Rows {
  fold(rows, events);
  return rows;
}

describe('a recording', { timeout: 60_000 }, () => {
  it('gives every event back exactly as the reducer got it, and the hash of its rows', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const loaded = new TestRecording(recordingLines(events, options));
        expect(loaded.damage).toEqual([]);
        expect(loaded.events.map(({ event }) => event)).toEqual(events);
        const hash = hashRows(folded(events));
        expect(loaded.hash).toBe(hash);
        expect(loaded.end).toEqual({ seq: events.length, hash });
      }),
    );
  });

  it('can begin with the rows of any moment', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ events }, cut) => {
        const at = cut % (events.length + 1);
        const lines = recordingLines(events.slice(at), options, folded(events.slice(0, at)));
        const check = new RecordingCheck();
        for (const item of readRecording(lines)) check.take(item);
        expect(check.run.report.damaged).toBe(0);
        expect(check.faults()).toEqual([]);
        expect(keyframe(check.run.rows)).toEqual(keyframe(folded(events)));
      }),
    );
  });

  it('says where it does not begin with the rows that its header tells', () => {
    const events = openingEvents(createLoad({ seed: 1, servers: 2, players: 2 }).world);
    const [header = '', ...lines] = recordingLines([], options, folded(events));
    const told = JSON.parse(header) as { keyframe: string };
    const faultsOf = (keyframe: string | null) => {
      const check = new RecordingCheck();
      const all = [JSON.stringify({ ...told, keyframe }), ...lines];
      for (const item of readRecording(all)) check.take(item);
      return check.faults();
    };
    expect(faultsOf(told.keyframe)).toEqual([]);
    for (const other of [null, told.keyframe.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))]) {
      expect(faultsOf(other)).toEqual([
        'The rows that it begins with are not those that the header tells.',
      ]);
    }
  });

  it('names every damaged line by its number and loses nothing else', () => {
    fc.assert(
      fc.property(
        scenarios,
        fc.array(fc.nat(), { minLength: 1 }),
        fc.string(),
        (told, where, junk) => {
          const lines = [...recordingLines(told.events, options)];
          const broken = new Set(where.map((at) => at % (told.events.length + 1)));
          for (const at of broken) lines[at] = `{"seq":${junk}`;
          const loaded = new TestRecording(lines);
          expect(loaded.damage.map(({ line }) => line)).toEqual(
            [...broken].map((at) => at + 1).sort((a, b) => a - b),
          );
          expect(loaded.header === null).toBe(broken.has(0));
          const kept = told.events.filter((_, index) => !broken.has(index + 1));
          expect(loaded.events.map(({ event }) => event)).toEqual(kept);
          expect(loaded.hash).toBe(hashRows(folded(kept)));
        },
      ),
    );
  });

  it('says which events are missing where lines were cut out', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), fc.integer({ min: 1, max: 5 }), ({ events }, cut, count) => {
        fc.pre(events.length > count + 2);
        const at = 2 + (cut % (events.length - count - 1));
        const lines = [...recordingLines(events, options)];
        lines.splice(at, count);
        const check = new RecordingCheck();
        const damage: string[] = [];
        for (const item of readRecording(lines)) {
          check.take(item);
          if (item.kind === 'damage') damage.push(item.reason);
        }
        const atTheEnd = at + count > events.length;
        expect([...damage, ...check.faults()].join()).toMatch(
          atTheEnd ? /ends with event/ : count === 1 ? `event ${at} is missing` : `events ${at} to`,
        );
      }),
    );
  });

  it('is read without a word of complaint only where its lines are in their order', () => {
    const lines = [
      '',
      '{"seq":2,"at":1,"source":"link","event":"emptied","data":{}}',
      '{"seq":1,"at":1,"source":"link","event":"emptied","data":{}}',
      'null',
      '{"seq":3,"at":-1,"source":"link","event":"emptied","data":{}}',
      '{"seq":4,"at":1,"source":"link","event":"connection","data":{"connection":{"kind":"lost"}}}',
      '{"muster":"recording"}',
      '{"keyframe":{"servers":[]}}',
      '{"end":{}}',
    ];
    const items = [...readRecording(lines)];
    expect(items.map(({ kind, line }) => [line, kind])).toEqual([
      [2, 'event'],
      [3, 'damage'],
      [4, 'damage'],
      [5, 'damage'],
      [6, 'damage'],
      [7, 'damage'],
      [8, 'damage'],
      [9, 'damage'],
    ]);
  });

  it('names a line that is no text', () => {
    const reader = new RecordingReader();
    for (const line of [1, 2]) {
      expect(reader.read(null, line)).toEqual([
        { kind: 'damage', line, reason: 'is no text in UTF-8, or too long' },
      ]);
    }
  });

  it('names the field that is wrong where it is one', () => {
    const row = `{"keyframe":{"servers":[7]}}`;
    const event = '{"seq":2,"at":1,"source":"link","event":"emptied","data":7}';
    const field = '{"seq":1,"at":-1,"source":"link","event":"emptied","data":{}}';
    const reasons = [...readRecording([row, event, field])].flatMap((item) =>
      item.kind === 'damage' ? [item.reason] : [],
    );
    expect(reasons).toEqual([
      expect.stringMatching(/^has a broken row of servers: Invalid input/),
      expect.stringMatching(/^is no event: Invalid input/),
      expect.stringMatching(/^is no event: at: Too small/),
    ]);
  });

  it('names an event whose moment no date can be, wherever it stands, and keeps the others', () => {
    const at = (seq: number, moment: number) =>
      `{"seq":${seq},"at":${moment},"source":"link","event":"emptied","data":{}}`;
    const [last, beyond] = [8.64e15, 8.64e15 + 2];
    const lines = [at(1, beyond), at(2, 5), at(3, beyond), at(4, last), at(5, beyond)];
    const items = [...readRecording(lines)];
    expect(items.map(({ kind, line }) => [line, kind])).toEqual([
      [1, 'damage'],
      [2, 'event'],
      [3, 'damage'],
      [4, 'event'],
      [5, 'damage'],
    ]);
    expect(items[0]).toMatchObject({ reason: expect.stringMatching(/^is no event: at: Too big/) });
  });

  it('names a line that is nested deeper than what reads it may recurse, however short it is', () => {
    const event = (seq: number, data: string) =>
      `{"seq":${seq},"at":1,"source":"realtime","event":"of-tomorrow","data":${data}}`;
    const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    const items = [...readRecording([event(1, '[[]]'), event(2, deep), event(3, '{}')])];
    expect(items.map(({ kind, line }) => [line, kind])).toEqual([
      [1, 'event'],
      [2, 'damage'],
      [3, 'event'],
    ]);
    expect(items[1]).toMatchObject({ reason: 'is nested too deep' });
  });

  it('takes of a broken header what the other lines need: their wire, and whether they are known', () => {
    const header = { muster: 'recording', format: 1, protocol: 1, build: 7 };
    const [told] = openingEvents(createLoad({ seed: 1, servers: 1, players: 1 }).world).filter(
      ({ event }) => event === 'servers',
    );
    // Wire 1 did not know when a map was wiped.
    const line = JSON.stringify(eventLineOf(1, told!)).replace(/,"wiped_at":[^,}]+/, '');
    expect(line).not.toContain('wiped_at');
    const kinds = [...readRecording([JSON.stringify(header), line])].map(({ kind }) => kind);
    expect(kinds).toEqual(['damage', 'event']);
    const reader = new RecordingReader();
    reader.read(JSON.stringify({ ...header, format: 2 }), 1);
    expect(reader.newer).toBe(2);
  });

  it('knows the data of every event that has a reducer', () => {
    for (const [kind, schema] of RECORDED_EVENTS) {
      const slash = kind.indexOf('/');
      const [source, event] = [kind.slice(0, slash), kind.slice(slash + 1)];
      expect({ kind, known: isKnown({ source, event }) }).toEqual({ kind, known: true });
      expect({ kind, shape: shapeOf(schema) }).not.toEqual({ kind, shape: null });
    }
  });
});

describe('a player', { timeout: 60_000 }, () => {
  it('has the same rows at a position, however it came there', () => {
    const moves = fc.array(
      fc.oneof(
        fc.constant('step' as const),
        fc.constant('back' as const),
        fc.nat().map((to) => ({ to })),
      ),
      { maxLength: 30, size: 'max' },
    );
    const kept = fc.record({
      keyframeEvents: fc.integer({ min: 1, max: 9 }),
      mostKeyframes: fc.constantFrom(2, 4, 40),
    });
    fc.assert(
      fc.property(scenarios, moves, kept, ({ events }, all, options) => {
        const numbered = events.map((event, index) => ({ seq: index + 1, event }));
        const player = new Player(sourceOf(numbered), options);
        for (const move of all) {
          const from = player.position;
          if (typeof move === 'object') {
            const to = move.to % (events.length + 3);
            expect(player.seek(to)).toBe(Math.min(to, events.length));
          } else {
            expect(player[move]()).toBe(from !== (move === 'back' ? 0 : events.length));
          }
          const { position, rows } = player;
          expect(keyframe(rows)).toEqual(keyframe(folded(events.slice(0, position))));
          expect(player.last === null || player.last.seq === position).toBe(true);
        }
      }),
    );
  });

  it('begins with the rows that it is given and leaves their owner theirs', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ events }, cut) => {
        const at = cut % (events.length + 1);
        const start = fromKeyframe(keyframe(folded(events.slice(0, at))));
        const numbered = events.slice(at).map((event, index) => ({ seq: index + 1, event }));
        const player = new Player(sourceOf(numbered), { start });
        player.seekEnd();
        expect(hashRows(player.rows, TABLES)).toBe(hashRows(folded(events), TABLES));
        player.seek(0);
        expect(hashRows(player.rows, TABLES)).toBe(hashRows(folded(events.slice(0, at)), TABLES));
      }),
    );
  });
});
