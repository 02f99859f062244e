import { expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import { fold } from '../../domain/fold.ts';
import type { FileLine } from '../../domain/recordings/marked-events.ts';
import { recordingLines } from '../../domain/recordings/write.ts';
import { createRows } from '../../domain/state.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { openRecording } from './open.ts';

const OPTIONS = { build: 'test', sources: ['realtime', 'rest'] } as const;

/** The opening of a world of one server on which so many come, one each second. */
function story(joins: number): readonly DomainEvent[] {
  const world = new World();
  const server = world.addServer('Alpha', 60);
  const events: DomainEvent[] = [...openingEvents(world)];
  for (let n = 0; n < joins; n++) {
    world.pass(1_000);
    const population = { players: n, slots: 60, queue: null, source: 'live' } as const;
    events.push({ source: 'realtime', ...world.observe(server, population) });
  }
  return events;
}

const linesOf = (events: readonly DomainEvent[]) => [...recordingLines(events, OPTIONS)];

/** Opens a file of these lines, each of which is its own length further on; `told`: how far it was, when it said so. */
async function opened(lines: readonly string[]) {
  const told: number[] = [];
  const file = function* (byte: number): Generator<FileLine> {
    let next = 0;
    for (const [index, text] of lines.entries()) {
      const begins = next;
      next += text.length + 1;
      if (begins >= byte) yield { text, line: index + 1, byte: begins, next };
    }
  };
  const answer = await openRecording(file, ({ events }) => told.push(events));
  return { told, answer, recording: 'ok' in answer ? null : answer.recording };
}

it('a recording says what is in it: its events by their kinds, its span, and its servers by their names', async () => {
  const events = story(3);
  const { recording, told } = await opened(linesOf(events));
  expect(recording).toMatchObject({
    events: 5,
    span: { from: events[0]!.at, to: events.at(-1)!.at },
    kinds: [
      ['realtime/server:update', 3],
      ['rest/servers', 1],
      ['rest/session', 1],
    ],
    servers: [{ name: 'Alpha' }],
    damage: [],
    damaged: 0,
    cutOff: false,
    sameVersion: true,
  });
  expect(recording?.density.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(told).toEqual([]);
});

it('it is told from others by how it begins, and goes by the same name wherever it was cut off', async () => {
  const lines = linesOf(story(3));
  const name = async (of: readonly string[]) => (await opened(of)).recording?.fingerprint;
  const whole = await name(lines);
  expect(whole).toMatch(/^[0-9a-f]{8}$/);
  expect(await name(lines.slice(0, -2))).toBe(whole);
  expect(await name(linesOf(story(3).slice(1)))).not.toBe(whole);
  const [header = '', ...rest] = lines;
  expect(await name([header.replace('test', 'other'), ...rest])).not.toBe(whole);
});

it('names the first hundred damaged lines and counts them all, and sees that the end is missing', async () => {
  const lines = linesOf(story(2)).slice(0, -1);
  const broken = Array.from({ length: 150 }, () => 'broken');
  const { recording } = await opened([...lines, ...broken]);
  expect(recording).toMatchObject({ damaged: 150, cutOff: true, events: 4 });
  expect(recording?.damage.map(({ line }) => line)).toEqual(
    Array.from({ length: 100 }, (_, n) => lines.length + 1 + n),
  );
});

it('one without events is opened for the rows that it begins with, and has no span', async () => {
  const rows = createRows();
  fold(rows, story(0));
  const { recording } = await opened([...recordingLines([], OPTIONS, rows)]);
  expect(recording).toMatchObject({ events: 0, span: null, servers: [{ name: 'Alpha' }] });
  expect(recording?.fingerprint).toMatch(/^[0-9a-f]{8}$/);
});

it.each([
  ['empty', linesOf([])],
  ['no-recording', ['something else', '{}']],
  ['newer', ['{"muster":"recording","format":99,"protocol":1}']],
])('a file that is %s is not opened, and it is said why', async (kind, lines) => {
  expect((await opened(lines)).answer).toEqual({ ok: false, kind });
});

it('of a long one it is told on the way how far it is', async () => {
  const { told, recording } = await opened(linesOf(story(9_000)));
  expect(told).toEqual([4_000, 8_000]);
  expect(recording?.events).toBe(9_002);
});
