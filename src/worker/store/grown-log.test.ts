import { expect, it } from 'vitest';
import { fold } from '../../domain/fold.ts';
import { createRows } from '../../domain/state.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { bytesOf, dueKeyframe, grownLog, logSpan } from './grown-log.ts';
import { EMPTY_META } from './database.ts';

const own = JSON.stringify({ source: 'link', event: 'released', at: 5, data: { streams: [] } });

it('knows from when to when it tells, by the host, over what this browser noted itself', () => {
  const world = new World(1_000);
  const server = world.addServer('Alpha', 60);
  const joined = (at: number) => {
    world.at = at;
    return world.join(server, 'Ann').map((frame) => JSON.stringify(frame));
  };
  expect(logSpan(EMPTY_META)).toMatchObject({ first: null, last: null });
  const noted = grownLog(EMPTY_META, [own]);
  expect(logSpan(noted)).toMatchObject({ first: null, last: null });
  const told = grownLog(noted, [own, ...joined(2_000), ...joined(3_000), own]);
  expect(logSpan(told)).toMatchObject({ first: 2_000, last: 3_000 });
  expect(logSpan(grownLog(told, [own]))).toMatchObject({ first: 2_000, last: 3_000 });
  expect(logSpan(grownLog(told, joined(4_000)))).toMatchObject({ first: 2_000, last: 4_000 });
});

it('begins later when its oldest part is pushed out, and is not known where nobody noted it', () => {
  const { segments } = grownLog(EMPTY_META, []);
  const noted = {
    ...EMPTY_META,
    next: 3,
    segments: [...segments, { from: 0, count: 1_000, bytes: 9 }],
  };
  expect(logSpan(noted)).toMatchObject({ first: null, last: null });
  const world = new World(7_000);
  const server = world.addServer('Alpha', 60);
  const lines = world.join(server, 'Ann').map((frame) => JSON.stringify(frame));
  const grown = grownLog(noted, lines);
  expect(grown.segments).toHaveLength(2);
  expect(logSpan({ ...grown, segments: grown.segments.slice(1) })).toMatchObject({
    from: 3,
    first: 7_000,
  });
});

it('knows how much it is', () => {
  expect(bytesOf([own, 'four'])).toBe(own.length + 4);
  const grown = grownLog(grownLog(EMPTY_META, [own]), [own, own]);
  expect(logSpan(grown)).toMatchObject({ from: EMPTY_META.next, bytes: 3 * own.length });
  expect(logSpan(grown).to - logSpan(grown).from).toBe(3);
});

it('asks for a keyframe after many events that are more than the rows, and where it has none', () => {
  const world = new World();
  for (let server = 0; server < 10; server++) world.addServer(`Server ${server}`, 60);
  const rows = createRows();
  fold(rows, openingEvents(world));
  const kept = { ...EMPTY_META, keyframe: 5, segments: [{ from: 5, count: 1, bytes: 1 }] };
  const due = (next: number, bytes: number) => dueKeyframe({ ...kept, next }, rows, bytes) !== null;
  expect(due(10_005, 1_000_000)).toBe(true);
  expect(due(10_004, 1_000_000)).toBe(false);
  expect(due(10_005, 1_000)).toBe(false);
  expect(dueKeyframe({ ...kept, next: 6, keyframe: null }, rows, 0)).not.toBeNull();
  expect(dueKeyframe({ ...kept, next: 6, keyframe: 4 }, rows, 0)).not.toBeNull();
});
