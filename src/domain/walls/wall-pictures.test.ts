import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { SERVER_STATUS } from '../../protocol/enumerations.ts';
import { scenarios } from '../../testing/scenario.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { fold } from '../fold.ts';
import { isDown } from '../servers/status.ts';
import { reduce } from '../reduce.ts';
import { applyChanges, createRows } from '../state.ts';
import type { PackedQuery } from '../queries.ts';
import { createView } from '../views/create.ts';
import { pictureAsPatch, pictureOfDay, PictureTaker } from './packed-picture.ts';
import { PackedRows } from './packed-rows.ts';
import { Packer } from './packer.ts';
import { byPlayers, scenePlaces } from './scene-places.ts';
import { followedSource, showsServer } from './scene-servers.ts';

const EVERYTHING: PackedQuery = {
  view: 'wall',
  sources: [{ kind: 'filter', filter: { text: '', games: [], states: [] } }],
};

const walls = scenarios.map(({ events }) => {
  const rows = createRows();
  for (const event of events) applyChanges(rows, reduce(rows, event));
  const held = new PackedRows();
  held.apply(new Packer(createView(rows, EVERYTHING).snapshot()).begin());
  return { rows, held };
});

/** A picture keeps no larger counts. */
const MOST_PICTURED = 0x7fff_ffff;

describe('a picture of a wall', () => {
  it('shows the same servers again, with every count, to the second', () => {
    fc.assert(
      fc.property(walls, ({ held }) => {
        const { picture } = new PictureTaker().take(held);
        const again = new PackedRows();
        again.apply(pictureAsPatch(picture));
        const seconds = (rows: PackedRows) =>
          [...rows.order].map((place) => {
            const row = rows.row(place);
            const most = (count: number | null = null) => count && Math.min(count, MOST_PICTURED);
            return {
              ...row,
              players: most(row?.players),
              slots: most(row?.slots),
              queue: most(row?.queue),
              observed_at: Math.floor((row?.observed_at ?? 0) / 1_000),
              since: Math.floor((row?.since ?? 0) / 1_000),
              restart: Math.floor((row?.restart ?? 0) / 1_000),
            };
          });
        expect(seconds(again)).toEqual(seconds(held));
      }),
    );
  });
});

it('pictures between which nobody came or went share their names', () => {
  const rows = createRows();
  fold(rows, openingEvents(createLoad({ seed: 1, servers: 3, players: 3 }).world));
  const held = new PackedRows();
  held.apply(new Packer(createView(rows, EVERYTHING).snapshot()).begin());
  const taker = new PictureTaker();
  const [first, second] = [taker.take(held), taker.take(held)];
  expect(first.picture.named.names).toHaveLength(3);
  expect(second.picture.named).toBe(first.picture.named);
});

describe('a scene', () => {
  it('shows of a wall the servers that its source names, as the worker reads it', () => {
    const sources = fc.record({
      kind: fc.constant('filter' as const),
      filter: fc.record({
        text: fc.constantFrom('', 's', ' FIRST ', 'PV'),
        games: fc.subarray([1, 2] as const),
        states: fc.subarray([...SERVER_STATUS]),
      }),
    });
    fc.assert(
      fc.property(walls, sources, ({ rows, held }, source) => {
        const shown = [...scenePlaces(held, source)].map((place) => held.id(place));
        const shows = showsServer(source);
        const expected = [...rows.servers.values()].filter(shows).map(({ id }) => id);
        expect(shown.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('is followed with its servers of every state, or none that goes down would be seen to', () => {
    const filter = { text: 'eu', games: [1 as const], states: ['online' as const] };
    expect(followedSource({ kind: 'filter', filter })).toEqual({
      kind: 'filter',
      filter: { ...filter, states: [] },
    });
    const named = { kind: 'servers', server_ids: ['a'] } as const;
    expect(followedSource({ ...named, server_ids: ['a'] })).toEqual(named);
  });

  it('has what is down first in a league table, then the fullest, each once', () => {
    fc.assert(
      fc.property(walls, ({ held }) => {
        const order = [...held.order];
        const places = byPlayers(held, held.order);
        expect([...held.order]).toEqual(order);
        expect([...places].toSorted()).toEqual([...held.order].toSorted());
        const all = [...places].map((place) => held.row(place));
        const down = all.filter((row) => row !== undefined && isDown(row.name)).length;
        expect(all.slice(0, down).every((row) => row !== undefined && isDown(row.name))).toBe(true);
        expect(all.slice(down).some((row) => row !== undefined && isDown(row.name))).toBe(false);
        const playing = all
          .filter((row) => row?.name === 'online')
          .map((row) => row?.players ?? -1);
        expect(playing).toEqual(playing.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe('a picture of the day', () => {
  it('shows the players of the step of its moment, and nothing that a day does not tell', () => {
    const held = new PackedRows();
    held.apply({
      whole: true,
      gone: [],
      named: {
        places: [3, 5],
        ids: ['a', 'b'],
        names: [{ identifier: 'A' }, { identifier: 'B' }],
        games: [1, 2],
        tags: [[], []],
      },
      figures: new Float64Array([
        3, 7, 60, 2, 4, 9_000, 8_000, 99_000, 5, 8, 50, -1, 4, 9_000, 8_000, -1,
      ]),
      order: new Uint32Array([3, 5]),
    });
    const day = { from: 0, step: 1_200, players: [10, 20, null] };
    const at = (moment: number) => {
      const past = new PackedRows();
      past.apply(pictureOfDay(held, (id) => (id === 'a' ? day : undefined), moment));
      return [...past.order].map((place) => past.row(place));
    };
    expect(at(1_200_000)).toMatchObject([
      {
        id: 'a',
        players: 20,
        slots: 60,
        queue: null,
        name: 'online',
        restart: null,
      },
      { id: 'b', players: null, slots: 50, name: 'unknown', source: 'unknown' },
    ]);
    expect(at(1_199_999)[0]).toMatchObject({ players: 10 });
    expect(at(2_400_000)[0]).toMatchObject({ players: null, name: 'unknown' });
    expect(at(-1)[0]).toMatchObject({ players: null });
    expect(held.row(3)).toMatchObject({ players: 7, queue: 2, restart: 99_000 });
  });
});
