import { describe, expect, it } from 'vitest';
import type { ServerRow } from '../../../domain/rows.ts';
import { applyChanges, createRows } from '../../../domain/state.ts';
import { PackedRows } from '../../../domain/walls/packed-rows.ts';
import type { PackedPatch } from '../../../domain/walls/packed.ts';
import { Packer } from '../../../domain/walls/packer.ts';
import { createView } from '../../../domain/views/create.ts';
import { rotate, shownStop, startRotation } from '../../../domain/walls/rotation.ts';
import type { Scene, SceneLayout, SceneSource } from '../../../protocol/walls/fields.ts';
import { serverRow } from '../../data/doubles.ts';
import { quickWall } from './quick-wall.ts';
import { sameSums, sumsOf } from './sums.ts';
import { WallModel } from './wall-model.ts';

const SIZE = { width: 1_920, height: 1_080, ratio: 1 };
const ALL: SceneSource = { kind: 'filter', filter: { text: '', games: [], states: [] } };

const idOf = (index: number) => String(index).padStart(24, '0');

/** Everything that a wall is told of these servers. */
function patchOf(servers: readonly ServerRow[]): PackedPatch {
  const rows = createRows();
  for (const after of servers) {
    applyChanges(rows, [{ table: 'servers', id: after.id, before: undefined, after }]);
  }
  return new Packer(createView(rows, { view: 'wall', sources: [ALL] }).snapshot()).begin();
}

/** So many servers, with as many players as their number says; `change` makes others of them. */
function servers(count: number, change: (index: number) => Partial<ServerRow> = () => ({})) {
  return Array.from({ length: count }, (_, index) => {
    const identifier = `Server ${String(index).padStart(4, '0')}`;
    const { configuration, population } = serverRow();
    return serverRow({
      id: idOf(index),
      configuration: { ...configuration, identifier },
      population: { ...population, players: index },
      ...change(index),
    });
  });
}

function scene(number: number, source: SceneSource, layout: SceneLayout = 'tiles'): Scene {
  return { scene_id: String(number).padStart(24, 'a'), title: `Scene ${number}`, layout, source };
}

const chosen = (...indexes: number[]): SceneSource => ({
  kind: 'servers',
  server_ids: indexes.map(idOf),
});

/** A wall of these scenes, which has been told of its servers. */
function wallWith(
  scenes: readonly Scene[],
  rows: readonly ServerRow[],
  live = new PackedRows(),
): WallModel {
  const model = new WallModel({ ...quickWall('', 'One'), scenes }, SIZE, live);
  live.apply(patchOf(rows));
  model.receive();
  return model;
}

/** The servers of one of the pages, by their numbers. */
function shownOn(model: WallModel, stop: number): readonly number[] {
  const page = model.page(stop);
  if (page === null) return [];
  return Array.from(page.places, (place) => Number(page.rows.id(place)));
}

it('a wall of what the dashboard filters by shows just that', () => {
  const [scene] = quickWall('?q=night&game=1&state=online&tag=eu', 'Nights').scenes;
  const filter = { text: 'night', games: [1], states: ['online'], tags: ['eu'] };
  expect(scene?.source).toEqual({ kind: 'filter', filter });
});

describe('what a wall shows in turn', () => {
  it('is every page of every scene that has a server, for as long as the wall says', () => {
    const scenes = [scene(1, chosen(1, 2)), scene(2, chosen()), scene(3, ALL), scene(4, chosen(3))];
    const model = wallWith(scenes, servers(2_000));
    const shown = model.stops.map(({ scene_id: id }) =>
      scenes.findIndex((one) => one.scene_id === id),
    );
    const pages = shown.filter((index) => index === 2).length;
    expect(pages).toBeGreaterThan(1);
    expect(shown).toEqual([0, ...Array.from({ length: pages }, () => 2), 3]);
    expect(new Set(model.stops.map(({ ms }) => ms))).toEqual(new Set([20_000]));
    expect([shownOn(model, 0), shownOn(model, pages + 1)]).toEqual([[1, 2], [3]]);
    const all = Array.from({ length: pages }, (_, page) => shownOn(model, page + 1)).flat();
    expect(all).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
    expect(model.places(1)).toHaveLength(2_000);
    expect(model.places(0)).toHaveLength(2);
  });

  it('is the pinned scene alone, where one is', () => {
    const model = wallWith([scene(1, ALL), scene(2, chosen(3))], servers(6));
    const { scene_id } = scene(2, ALL);
    const scenes = [scene(1, ALL), scene(2, chosen(3))];
    model.change({ ...quickWall('', 'One'), scenes, pinned_scene: scene_id });
    expect(model.stops).toHaveLength(1);
    expect(model.page(0)?.scene.title).toBe('Scene 2');
    expect(shownOn(model, 0)).toEqual([3]);
  });

  it('is the first scene where none has a server, so that it can say so', () => {
    const model = wallWith([scene(1, chosen()), scene(2, chosen())], servers(3));
    expect(model.stops).toEqual([{ scene_id: scene(1, ALL).scene_id, page: 0, ms: 20_000 }]);
    expect(model.page(0)?.places).toHaveLength(0);
  });

  it('has a server on the page that it is found on, and one that no scene shows on none', () => {
    const few = chosen(...Array.from({ length: 1_500 }, (_, index) => index));
    const model = wallWith([scene(1, few)], servers(1_600));
    expect(model.stops.length).toBeGreaterThan(1);
    for (const index of [0, 700, 1_499]) {
      const stop = model.stopOf(idOf(index)) ?? -1;
      expect(shownOn(model, stop)).toContain(index);
    }
    expect(model.stopOf(idOf(1_550))).toBeNull();
    expect(model.stopOf(idOf(9_999))).toBeNull();
  });
});

it("an incident's page has its server, also where a bar above changes how many a page has", () => {
  const model = wallWith([scene(1, ALL)], servers(170));
  const before = model.stops.length;
  const id = idOf(60);
  const away = rotate(startRotation(0), model, { kind: 'interrupt', server_id: id }, 0);
  for (const height of [980, 700, 1_080]) {
    model.resize({ ...SIZE, height });
    expect(shownOn(model, shownStop(away, model))).toContain(60);
    model.resize({ ...SIZE, height, whole: SIZE.height });
    expect(model.stops).toHaveLength(before);
  }
});

it('a league table has the most players first, and another order every five seconds at most', () => {
  const rows = createRows();
  const put = (after: ServerRow) => {
    const { id } = after;
    const change = { table: 'servers', id, before: rows.servers.get(id), after } as const;
    applyChanges(rows, [change]);
    return change;
  };
  for (const server of servers(3)) put(server);
  const view = createView(rows, { view: 'wall', sources: [ALL] });
  const packer = new Packer(view.snapshot());
  const live = new PackedRows();
  const scenes = [scene(1, ALL, 'league')];
  const model = new WallModel({ ...quickWall('', 'One'), scenes }, SIZE, live);
  live.apply(packer.begin());
  model.receive();
  model.tick(60_000);
  expect(shownOn(model, 0)).toEqual([2, 1, 0]);
  const { population } = serverRow();
  const joined = put({ ...servers(3)[0]!, population: { ...population, players: 9 } });
  packer.merge(view.apply([joined]));
  for (const { patch } of packer.take()) live.apply(patch);
  model.receive();
  model.tick(64_999);
  expect(shownOn(model, 0)).toEqual([2, 1, 0]);
  model.tick(65_000);
  expect(shownOn(model, 0)).toEqual([0, 2, 1]);
});

const DOWN = { state: 'DISCONNECTED', offline: true, ready: false } as const;

it.each([
  ['tiles', [3, 0, 1, 2, 4]],
  ['single', [3, 0, 1, 2, 4]],
  ['league', [3, 4, 2, 1, 0]],
  // A heat grid is read by where its cells stand.
  ['heat', [0, 1, 2, 3, 4]],
] as const)('what is down stands first: %s', (layout, order) => {
  const down = { state: { ...serverRow().state, ...DOWN } };
  const model = wallWith(
    [scene(1, ALL, layout)],
    servers(5, (index) => (index === 3 ? down : {})),
  );
  expect(model.stops.flatMap((_, stop) => shownOn(model, stop))).toEqual(order);
  if (layout === 'league') expect(model.page(0)?.before).toBe(-1);
});

it('scenes of one wall show each their own tags', () => {
  const { configuration } = serverRow();
  const rows = servers(4, (index) => ({
    configuration: {
      ...configuration,
      identifier: `Server ${index}`,
      tags: index < 2 ? ['EU'] : ['US'],
    },
  }));
  const of = (filter: object): SceneSource => ({
    kind: 'filter',
    filter: { text: '', games: [], states: [], ...filter },
  });
  const scenes = [scene(1, of({ tags: ['EU'] })), scene(2, of({ text: 'us' })), scene(3, ALL)];
  const model = wallWith(scenes, rows);
  expect(model.stops.map((_, stop) => shownOn(model, stop))).toEqual([
    [0, 1],
    [2, 3],
    [0, 1, 2, 3],
  ]);
});

it('a filter by state follows the states, and what a wall looked back at stays as it was', () => {
  const online: SceneSource = {
    kind: 'filter',
    filter: { text: '', games: [], states: ['online'] },
  };
  const live = new PackedRows();
  const model = wallWith([scene(1, online)], servers(3), live);
  model.tick(60_000);
  const seen = model.picture();
  expect(shownOn(model, 0)).toEqual([0, 1, 2]);
  live.apply(
    patchOf(
      servers(3, (index) => (index === 1 ? { state: { ...serverRow().state, ...DOWN } } : {})),
    ),
  );
  model.receive();
  model.tick(65_000);
  expect(shownOn(model, 0)).toEqual([0, 2]);
  model.lookAt(seen?.picture ?? null);
  expect(shownOn(model, 0)).toEqual([0, 1, 2]);
  expect([...model.servers(0)].map(({ status }) => status)).toEqual([
    'online',
    'offline',
    'online',
  ]);
  model.lookAt(null);
  expect(shownOn(model, 0)).toEqual([0, 2]);
});

it('the watch is told moments by the clock of its screen, and a queue that is not known as none', () => {
  const { population, state } = serverRow();
  const queued = (index: number) =>
    index === 0 ? {} : { population: { ...population, queue: { active: true, size: 7 } } };
  const model = wallWith([scene(1, ALL)], servers(2, queued));
  const { since } = state;
  expect([...model.servers(90_000)]).toEqual([
    { id: idOf(0), status: 'online', since: since + 90_000, queue: null },
    { id: idOf(1), status: 'online', since: since + 90_000, queue: 7 },
  ]);
});

it('the sums of a scene leave out what is not known, and tell what is stale', () => {
  const { population, state } = serverRow();
  const change = (index: number): Partial<ServerRow> =>
    [
      { population: { ...population, players: 12, queue: { active: true, size: 3 } } },
      { population: { ...population, players: null, slots: null } },
      { state: { ...state, state: 'DISCONNECTED' as const, offline: true, ready: false } },
    ][index] ?? {};
  const model = wallWith([scene(1, ALL)], servers(3, change));
  const sums = sumsOf(model.rows, model.places(0), true, population.observed_at);
  expect(sums).toMatchObject({ servers: 3, slots: 120, queued: 3, stale: 0 });
  expect(sums.players).toBe(12 + model.rows.figure(model.places(0)[0] ?? 0, 'players'));
  expect(sums.states).toEqual([
    { status: 'online', servers: 2 },
    { status: 'offline', servers: 1 },
  ]);
  expect(sumsOf(model.rows, model.places(0), false, population.observed_at + 1e6).stale).toBe(1);
  expect(sameSums(sums, { ...sums })).toBe(true);
  for (const name of ['servers', 'players', 'slots', 'queued', 'stale'] as const) {
    expect(sameSums(sums, { ...sums, [name]: -1 })).toBe(false);
  }
  expect(sameSums(sums, { ...sums, states: [] })).toBe(false);
  expect(sameSums(sums, { ...sums, states: sums.states.toReversed() })).toBe(false);
});
