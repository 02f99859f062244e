import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import type { Direction, ServerFilter, ServerSort } from '../queries.ts';
import { createRows } from '../state.ts';
import { createView } from './create.ts';
import { serverFilter } from './servers.ts';
import { compareEntries } from './sort-key.ts';
import { SortedList, type Placed } from './sorted-list.ts';

function listed(world: World, sort: ServerSort, direction: Direction): readonly string[] {
  const rows = createRows();
  fold(rows, openingEvents(world));
  const window = { from: 0, to: 100 };
  const view = createView(rows, { view: 'servers', filter: {}, sort, direction, window });
  const names = new Map(
    world.servers.map(({ id, configuration }) => [id, configuration.identifier]),
  );
  return view.snapshot().order.map((id) => names.get(id) ?? '');
}

describe('the order of entries', () => {
  it('is by key, then by id, with what is unknown last, and each is the same as itself', () => {
    const order = (a: [string, number | null], b: [string, number | null]) =>
      (['asc', 'desc'] as const).map((direction) =>
        Math.sign(compareEntries({ id: a[0], key: a[1] }, { id: b[0], key: b[1] }, direction)),
      );
    expect(order(['a', 1], ['b', 2])).toEqual([-1, 1]);
    expect(order(['a', 2], ['b', 1])).toEqual([1, -1]);
    expect(order(['a', 1], ['b', 1])).toEqual([-1, -1]);
    expect(order(['b', 1], ['a', 1])).toEqual([1, 1]);
    expect(order(['a', null], ['b', 1])).toEqual([1, 1]);
    expect(order(['a', 1], ['b', null])).toEqual([-1, -1]);
    expect(order(['a', null], ['b', null])).toEqual([-1, -1]);
    expect(order(['a', 1], ['a', 1])).toEqual([0, 0]);
  });
});

describe('the server list', () => {
  it('is narrowed by a part of a name, whatever its case', () => {
    const world = new World();
    for (const name of ['Alpha One', 'Beta', 'ALPHA Two']) world.addServer(name, 10);
    const rows = createRows();
    fold(rows, openingEvents(world));
    const found = (text: string) =>
      [...rows.servers.values()]
        .filter(serverFilter({ text }))
        .map(({ configuration }) => configuration.identifier);
    expect(found(' alphA ')).toEqual(['Alpha One', 'ALPHA Two']);
    expect(found('')).toHaveLength(3);
  });

  it('is narrowed by tags, which the search looks in too', () => {
    const world = new World();
    for (const [name, tags] of [
      ['A', ['EU', 'hard']],
      ['B', ['US']],
      ['C', []],
    ] as const) {
      const server = world.addServer(name, 10);
      server.configuration = { ...server.configuration, tags: [...tags] };
    }
    const rows = createRows();
    fold(rows, openingEvents(world));
    const found = (filter: ServerFilter) =>
      [...rows.servers.values()]
        .filter(serverFilter(filter))
        .map(({ configuration }) => configuration.identifier);
    expect(found({ tags: ['EU', 'US'] })).toEqual(['A', 'B']);
    expect(found({ tags: ['hard'], text: 'us' })).toEqual([]);
    expect(found({ text: 'HARD' })).toEqual(['A']);
    expect(found({ tags: [] })).toHaveLength(3);
    const totals = createView(rows, { view: 'totals' }).snapshot().rows[0];
    expect(totals).toMatchObject({ tags: ['EU', 'US', 'hard'] });
  });

  it('is whole at once where nobody waits for it piece by piece', () => {
    const world = new World();
    for (let number = 0; number < 3_000; number++) world.addServer(`Server ${number}`, 10);
    expect(listed(world, 'identifier', 'asc')).toEqual(
      Array.from({ length: 100 }, (_, number) => `Server ${number}`),
    );
  });

  it('sorts names without case and by code units, in every language alike', () => {
    const world = new World();
    for (const name of ['beta', 'Alpha', 'alpha', 'Zeta', '1st']) world.addServer(name, 10);
    expect(listed(world, 'identifier', 'asc')).toEqual(['1st', 'Alpha', 'alpha', 'beta', 'Zeta']);
    expect(listed(world, 'identifier', 'desc')).toEqual(['Zeta', 'beta', 'Alpha', 'alpha', '1st']);
  });

  it('puts a sign between small letters where it stands among them', () => {
    const world = new World();
    for (const name of ['Ab', 'A_b', 'A~b']) world.addServer(name, 10);
    expect(listed(world, 'identifier', 'asc')).toEqual(['A_b', 'Ab', 'A~b']);
  });

  it('takes numbers in names as numbers', () => {
    const world = new World();
    for (const name of ['EU 10', 'EU 2', 'eu 1', 'EU']) world.addServer(name, 10);
    expect(listed(world, 'identifier', 'asc')).toEqual(['EU', 'eu 1', 'EU 2', 'EU 10']);
  });

  it('puts what is unknown last, whichever way it is sorted', () => {
    const world = new World();
    for (const [name, players] of [
      ['a', 5],
      ['b', null],
      ['c', 9],
    ] as const) {
      const server = world.addServer(name, 10);
      world.observe(server, { players, slots: 10, queue: null, source: 'live' });
    }
    expect(listed(world, 'players', 'asc')).toEqual(['a', 'c', 'b']);
    expect(listed(world, 'players', 'desc')).toEqual(['c', 'a', 'b']);
  });

  it('puts what is down first by state, and what stands alike by name', () => {
    const world = new World();
    const states = {
      fine2: {},
      gone: { state: 'DISCONNECTED', offline: true, ready: false },
      fine1: {},
      starts: { ready: false },
      locked: { state: 'ERROR', ready: false, error: 'authentication-failed' },
    } as const;
    for (const [name, state] of Object.entries(states)) {
      const server = world.addServer(name, 10);
      world.state(server, { ...server.state, ...state });
    }
    const order = ['gone', 'locked', 'starts', 'fine1', 'fine2'];
    expect(listed(world, 'state', 'asc')).toEqual(order);
    expect(listed(world, 'state', 'desc')).toEqual(order.toReversed());
  });

  it('compares restarts as moments, not as texts', () => {
    const world = new World();
    const restarts = ['2026-01-01T04:00:00+02:00', '2026-01-01T03:00:00Z', 'nonsense', null];
    for (const [index, local] of restarts.entries()) {
      world.environment(world.addServer(String(index), 10), { next_restart: { local } });
    }
    expect(listed(world, 'next_restart', 'asc')).toEqual(['0', '1', '2', '3']);
    expect(listed(world, 'next_restart', 'desc')).toEqual(['1', '0', '2', '3']);
  });

  it('compares uptimes that were observed at different moments', () => {
    const world = new World();
    world.environment(world.addServer('older', 10), { uptime: 100 });
    world.pass(60_000);
    world.environment(world.addServer('younger', 10), { uptime: 120 });
    expect(listed(world, 'uptime', 'asc')).toEqual(['younger', 'older']);
  });
});

describe('a sorted list', () => {
  it('is what sorting gives, after any number of entries came, went and moved', () => {
    const keys = fc.option(fc.nat({ max: 30 }));
    const operations = fc.array(fc.tuple(fc.nat({ max: 600 }), keys, fc.boolean()), {
      minLength: 300,
      maxLength: 1_500,
      size: 'max',
    });
    const directions = fc.constantFrom('asc', 'desc');
    fc.assert(
      fc.property(operations, directions, fc.nat(), (all, direction, from) => {
        const list = new SortedList<Placed>([], direction);
        const held = new Map<number, Placed>();
        for (const [number, key, goes] of all) {
          const entry = held.get(number);
          if (entry !== undefined) list.remove(entry);
          held.delete(number);
          if (goes && entry !== undefined) continue;
          const placed = { id: String(number), key, chunk: null };
          held.set(number, placed);
          list.insert(placed);
        }
        const sorted = [...held.values()].sort((a, b) => compareEntries(a, b, direction));
        expect(list.length).toBe(sorted.length);
        expect(list.slice(0, Infinity).map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
        const start = from % (sorted.length + 1);
        expect(list.slice(start, start + 7)).toEqual(sorted.slice(start, start + 7));
      }),
      { numRuns: 30 },
    );
  });
});
