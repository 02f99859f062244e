import { expect, it } from 'vitest';
import { applyChanges, createRows } from '../../domain/state.ts';
import { reduce } from '../../domain/reduce.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { DirtyChunks } from './dirty-chunks.ts';

it('a store over rows that are there already writes all of them, and none of them torn', () => {
  const rows = createRows();
  const before = new DirtyChunks(rows);
  const { world } = createLoad({ seed: 5, servers: 20, players: 400, watched: 2 });
  for (const event of openingEvents(world)) {
    const changes = reduce(rows, event);
    applyChanges(rows, changes);
    before.changed(changes, () => true);
  }
  const after = new DirtyChunks(rows);
  after.markAll();
  const keys = [...before.take(true)].sort();
  expect([...after.take(true)].sort()).toEqual(keys);
  expect(keys.length).toBeGreaterThan(20);
  expect(after.read(keys)).toEqual(before.read(keys));
});
