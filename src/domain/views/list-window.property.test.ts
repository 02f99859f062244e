import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import type { Query } from '../queries.ts';
import { reduce } from '../reduce.ts';
import { applyChanges, createRows } from '../state.ts';
import { createView } from './create.ts';

it('a window of a list shows who is in it, wherever rows move from and to', () => {
  const counts = fc.option(fc.nat({ max: 12 }), { freq: 8 });
  const moves = fc.array(fc.tuple(fc.nat({ max: 11 }), counts), { maxLength: 60, size: 'max' });
  const windows = fc.tuple(fc.nat({ max: 10 }), fc.nat({ max: 6 }));
  const directions = fc.constantFrom('asc', 'desc');
  fc.assert(
    fc.property(moves, windows, directions, (all, [from, length], direction) => {
      const world = new World();
      for (let index = 0; index < 12; index++) world.addServer(`Server ${index}`, 20);
      const rows = createRows();
      fold(rows, openingEvents(world));
      const window = { from, to: from + length };
      const query: Query = { view: 'servers', filter: {}, sort: 'players', direction, window };
      const view = createView(rows, query);
      const shown = new Map(view.snapshot().rows.map((row) => [row.id, row]));
      let order = view.snapshot().order;
      for (const [index, players] of all) {
        const server = world.servers[index]!;
        const frame = world.observe(server, { players, slots: 20, queue: null, source: 'live' });
        const changes = reduce(rows, { source: 'realtime', ...frame });
        applyChanges(rows, changes);
        for (const change of view.apply(changes)) {
          if (change.op === 'set') shown.set(change.row.id, change.row);
          else if (change.op === 'remove') shown.delete(change.id);
          else if (change.op === 'order') order = change.ids;
        }
        const fresh = createView(rows, query).snapshot();
        expect(order).toEqual(fresh.order);
        expect(order.map((id) => shown.get(id))).toEqual(fresh.rows);
        expect(shown.size).toBe(fresh.rows.length);
      }
    }),
  );
});

it('a window tells nothing of rows that move outside of it', () => {
  const world = new World();
  for (let index = 0; index < 500; index++) {
    const server = world.addServer(`Server ${index}`, 1_000);
    world.observe(server, { players: index, slots: 1_000, queue: null, source: 'live' });
  }
  const rows = createRows();
  fold(rows, openingEvents(world));
  const window = { from: 0, to: 50 };
  const query: Query = { view: 'servers', filter: {}, sort: 'players', direction: 'desc', window };
  const view = createView(rows, query);
  const observe = (index: number, players: number): unknown => {
    const server = world.servers[index]!;
    const frame = world.observe(server, { players, slots: 1_000, queue: null, source: 'live' });
    const changes = reduce(rows, { source: 'realtime', ...frame });
    applyChanges(rows, changes);
    return view.apply(changes).map(({ op }) => op);
  };
  expect(observe(0, 400)).toEqual([]);
  expect(observe(0, 1)).toEqual([]);
  expect(observe(499, 600)).toEqual(['set']);
  expect(observe(0, 700)).toEqual(['remove', 'set', 'order']);
});
