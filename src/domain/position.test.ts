import { expect, it } from 'vitest';
import { openingEvents } from '../testing/snapshots.ts';
import { World } from '../testing/world.ts';
import { fold } from './fold.ts';
import { cursorOf, standingStreams } from './position.ts';
import { createRows } from './state.ts';

it('nobody who is not signed in has a stream that comes by itself', () => {
  expect(standingStreams(createRows())).toEqual([]);
});

it('an account’s own stream and the list of each of its servers come by themselves, from where they stand', () => {
  const world = new World();
  const server = world.addServer('Alpha', 10);
  world.join(server, 'Ann');
  const rows = createRows();
  fold(rows, openingEvents(world));
  const streams = standingStreams(rows);
  expect(streams.map(([stream]) => stream)).toEqual([
    `account/${world.muster_id}`,
    `server/${server.id}/list`,
  ]);
  for (const [stream, position] of streams) expect(cursorOf(rows, stream)).toBe(position);
  expect(cursorOf(rows, `account/${'f'.repeat(24)}`)).toBeUndefined();
  expect(cursorOf(rows, 'nothing')).toBeUndefined();
});
