import { expect, it } from 'vitest';
import { World } from '../../testing/world.ts';
import { logSpan, grownLog } from './grown-log.ts';
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
