import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../../style/base.css';
import '../../../style/fonts.ts';
import type { ServerRow } from '../../../../domain/rows.ts';
import { cellRect } from '../../../../domain/walls/layout.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { serverRow } from '../../../data/doubles.ts';
import { face } from './style.ts';
import { frames, NOW, runFrames, server, wallOf } from './wall-double.ts';

beforeAll(async () => {
  await Promise.all(
    ([400, 500, 600] as const).map((weight) => document.fonts.load(face(20, weight))),
  );
});

beforeEach(() => {
  frames.length = 0;
  document.documentElement.dataset['theme'] = 'dark';
});
afterEach(() => document.querySelector('canvas')?.remove());

const fleet = Array.from({ length: 24 }, (_, index) =>
  server(index, {
    configuration: { ...serverRow().configuration, identifier: `Chernarus ${index + 10}` },
  }),
);

it('draws the tile that changed, and leaves every other pixel as it is', () => {
  const { painter, layout, tell, pixels } = wallOf(fleet, 'tiles');
  const cells = fleet.map((_, index) => cellRect(layout, index));
  const before = cells.map(pixels);
  const drawn = painter.drawn.cells;
  const [, , third] = fleet;
  if (third === undefined) throw new Error('there are too few servers');
  painter.touched(tell({ ...third, population: { ...third.population, players: 13 } }));
  expect(frames).toHaveLength(1);
  runFrames();
  expect(painter.drawn.cells).toBe(drawn + 1);
  const after = cells.map(pixels);
  expect(after.flatMap((value, index) => (value === before[index] ? [] : [index]))).toEqual([2]);
});

it('draws nothing for what looks the same, and nothing at all without a change', () => {
  const { painter, tell } = wallOf(fleet, 'tiles');
  const { cells } = painter.drawn;
  const [first] = fleet;
  if (first === undefined) throw new Error('there is no server');
  const later = { ...first.population, observed_at: first.population.observed_at + 60_000 };
  painter.touched(tell({ ...first, population: later }));
  runFrames();
  expect(painter.drawn.cells).toBe(cells);
  painter.touched([]);
  expect(frames).toHaveLength(0);
});

it('draws many changes of one frame once', () => {
  const { painter, tell } = wallOf(fleet, 'heat');
  const { cells } = painter.drawn;
  const [first] = fleet;
  if (first === undefined) throw new Error('there is no server');
  for (let players = 20; players < 60; players++) {
    painter.touched(tell({ ...first, population: { ...first.population, players } }));
  }
  expect(frames).toHaveLength(1);
  runFrames();
  expect(painter.drawn.cells).toBe(cells + 1);
});

it('makes a tile grey as soon as it is no longer live, and tells states apart', () => {
  const { painter, layout, tell, pixels } = wallOf(fleet, 'heat');
  const cell = cellRect(layout, 0);
  const live = pixels(cell);
  painter.moment({ live: false, live_at: NOW, now: NOW + 1_000 });
  runFrames();
  const stale = pixels(cell);
  expect(stale).not.toBe(live);
  const [first] = fleet;
  if (first === undefined) throw new Error('there is no server');
  painter.moment({ live: true, live_at: NOW + 2_000, now: NOW + 2_000 });
  const state = { ...first.state, state: 'DISCONNECTED' as const, offline: true, ready: false };
  painter.touched(tell({ ...first, state }));
  runFrames();
  const down = pixels(cell);
  expect([live, stale]).not.toContain(down);
  painter.touched(
    tell({ ...first, state, configuration: { ...first.configuration, restricted: true } }),
  );
  runFrames();
  expect([live, down]).not.toContain(pixels(cell));
});

it('tells figures that were asked for from live ones in a heat grid, however small its cells', () => {
  for (const count of [24, 20_000]) {
    const rows = Array.from({ length: count }, (_, index) => server(index));
    const size = { width: 1_920, height: 1_080, ratio: 1 };
    const { canvas, painter, layout, tell, pixels } = wallOf(rows, 'heat', size);
    const [first] = rows;
    if (first === undefined) throw new Error('there is no server');
    const [cell, next] = [cellRect(layout, 0), cellRect(layout, 1)];
    const [live, beside] = [pixels(cell), pixels(next)];
    const population = { ...first.population, source: 'polled' as const, observed_at: NOW };
    painter.touched(tell({ ...first, population }));
    runFrames();
    const polled = pixels(cell);
    expect(polled).not.toBe(live);
    expect(pixels(next)).toBe(beside);
    painter.moment({ live: false, live_at: NOW, now: NOW + 1_000 });
    runFrames();
    expect([live, polled]).not.toContain(pixels(cell));
    canvas.remove();
  }
});

it('grows old over a few frames where there are thousands of cells, and then rests', () => {
  const many = Array.from({ length: 12_000 }, (_, index) => server(index));
  const { painter } = wallOf(many, 'heat', { width: 1_920, height: 1_080, ratio: 1 });
  const whole = painter.drawn.cells;
  painter.moment({ live: false, live_at: NOW, now: NOW + 1_000 });
  runFrames();
  expect(painter.drawn.cells - whole).toBe(5_000);
  // A tick on the way begins nothing again, or the last ones would stay young.
  painter.moment({ live: false, live_at: NOW, now: NOW + 2_000 });
  runFrames();
  runFrames();
  expect(painter.drawn.cells - whole).toBe(12_000);
  expect(frames).toHaveLength(0);
});

it('says on all cells that the connection is back, also where it had been lost a moment before', () => {
  const many = Array.from({ length: 12_000 }, (_, index) => server(index));
  const { painter, layout, pixels } = wallOf(many, 'heat', {
    width: 1_920,
    height: 1_080,
    ratio: 1,
  });
  const [first, last] = [cellRect(layout, 0), cellRect(layout, 11_999)];
  const fresh = [pixels(first), pixels(last)];
  painter.moment({ live: false, live_at: NOW, now: NOW + 1_000 });
  runFrames();
  expect(pixels(first)).not.toBe(fresh[0]);
  painter.moment({ live: true, live_at: NOW, now: NOW + 2_000 });
  for (let frame = 0; frame < 4; frame++) runFrames();
  expect(frames).toHaveLength(0);
  expect([pixels(first), pixels(last)]).toEqual(fresh);
});

it('is as sharp as the screen: the canvas has its pixels', () => {
  const { canvas } = wallOf(fleet, 'tiles', { width: 960, height: 540, ratio: 2 });
  expect([canvas.width, canvas.height]).toEqual([1_920, 1_080]);
});

it('writes names over small cells that are down, and draws again no more than what was below them', () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    server(index, {
      configuration: { ...serverRow().configuration, identifier: `Chernarus ${index + 1_000}` },
    }),
  );
  const size = { width: 640, height: 360, ratio: 1 };
  const { painter, tell, pixels } = wallOf(many, 'heat', size);
  const screen = { x: 0, y: 0, width: size.width, height: size.height };
  const { state, population } = serverRow();
  const down = { ...state, state: 'DISCONNECTED' as const, offline: true, ready: false };
  const told = (index: number, change: Partial<ServerRow>) =>
    Object.assign(server(index), many[index], change);
  const steps: readonly (readonly ServerRow[])[] = [
    // Two that stand beside each other, so that one name has no place; one below a name; one at the right end.
    [told(200, { state: down }), told(201, { state: down }), told(1_999, { state: down })],
    [told(204, { population: { ...population, players: 1 } })],
    [told(59, { state: down }), told(200, { population: { ...population, players: 1 } })],
    [told(201, {}), told(59, {})],
    [told(1_999, {})],
  ];
  const rested = pixels(screen);
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const names: string[][] = [];
  for (const rows of steps) {
    const { cells } = painter.drawn;
    painter.touched(tell(...rows));
    runFrames();
    expect(painter.drawn.cells - cells).toBeLessThan(60);
    names.push(write.mock.calls.flatMap(([text]) => (text.startsWith('Cher') ? text : [])));
    const shown = pixels(screen);
    painter.redraw();
    runFrames();
    expect(shown === pixels(screen)).toBe(true);
    write.mockClear();
  }
  write.mockRestore();
  expect(names[0]).toEqual(['Chernarus 1200', 'Chernarus 2999']);
  expect(pixels(screen) === rested).toBe(false);
});

/** How many rows of pixels in a cell have ink, from the first of the longest run on. */
function inkHeight(canvas: HTMLCanvasElement, { x, y, width, height }: Rect): number {
  const data = canvas.getContext('2d')?.getImageData(x, y, width, height).data;
  if (data === undefined) return 0;
  const ground = data[1] ?? 0;
  let run = 0;
  let longest = 0;
  for (let row = 0; row < height; row++) {
    let ink = false;
    for (let column = 0; column < width; column++) {
      const value = data[(row * width + column) * 4 + 1] ?? 0;
      if (value - ground > 60) ink = true;
    }
    run = ink ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

it.each([
  [3_840, 2_160],
  [1_920, 1_080],
])('writes 24 names with capitals of a 25th of the height on %i × %i', (width, height) => {
  const capitals = fleet.map((row) => ({
    ...row,
    configuration: { ...row.configuration, identifier: 'HHHH' },
  }));
  const { canvas, layout } = wallOf(capitals, 'tiles', { width, height, ratio: 1 });
  const cell = cellRect(layout, 7);
  const upper = { ...cell, x: cell.x + 4, width: cell.width - 8, height: cell.height / 2 };
  expect(inkHeight(canvas, upper) / height).toBeGreaterThanOrEqual(0.04);
});

it('keeps every cell within its own rectangle, with names that are far too long', () => {
  const long = fleet.map((row, index) => ({
    ...row,
    configuration: {
      ...row.configuration,
      identifier: index === 8 ? 'WWWWWWWWWWWWWWWWWWWW' : `Chernarus ${index}`,
    },
    population: {
      ...row.population,
      players: 9_999,
      slots: 9_999,
      queue: { active: true, size: 999 },
    },
  }));
  for (const scene of ['tiles', 'heat', 'league'] as const) {
    const { painter, layout, tell, pixels, canvas } = wallOf(long, scene);
    const cells = long.map((_, index) => cellRect(layout, index));
    const before = cells.map(pixels);
    const wide = long[8];
    if (wide === undefined) throw new Error('there are too few servers');
    const configuration = { ...wide.configuration, identifier: 'MMMM MMMMMMMMMMMMMMM' };
    painter.touched(
      tell({ ...wide, configuration, population: { ...wide.population, players: 1 } }),
    );
    runFrames();
    const changed = cells.flatMap((cell, index) => (pixels(cell) === before[index] ? [] : [index]));
    // By their names the long one is the last.
    expect({ scene, changed }).toEqual({ scene, changed: [long.length - 1] });
    canvas.remove();
  }
});

it.each([
  ['far off, where its name leaves room for that', 7_200_000, []],
  ['near, in the place of its line', 420_000, ['restart 420000']],
] as const)('says in a league when a server restarts: %s', (_, left, long) => {
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const { environment, configuration } = serverRow();
  const local = new Date(NOW + left).toISOString();
  const restarts = { environment: { ...environment, next_restart: { local } } };
  const named = (identifier: string) => ({ configuration: { ...configuration, identifier } });
  const said = (identifier: string) => {
    write.mockClear();
    const { canvas } = wallOf([server(1, { ...restarts, ...named(identifier) })], 'league');
    canvas.remove();
    return write.mock.calls.map(([text]) => text).filter((text) => text.startsWith('restart'));
  };
  expect(said('Short')).toEqual([`restart ${left}`]);
  expect(said('MMMM MMMMMMMMMMMMMMM '.repeat(4))).toEqual(long);
  write.mockRestore();
});

it.each(['tiles', 'league', 'heat', 'single'] as const)('says unknown restarts in %s', (kind) => {
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const next_restart = { local: null, start_unknown: true as const };
  const waits = server(1, { environment: { ...serverRow().environment, next_restart } });
  wallOf(kind === 'single' ? [waits] : [waits, server(2)], kind).canvas.remove();
  expect(write.mock.calls.map(([text]) => text)).toContain('restart unknown');
  write.mockRestore();
});

it('says in a heat cell when a server restarts, and marks one without room where that is near', () => {
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const { environment } = serverRow();
  const inMs = (left: number) => {
    const local = new Date(NOW + left).toISOString();
    return { environment: { ...environment, next_restart: { local } } };
  };
  const large = wallOf([server(1, inMs(7_200_000)), server(2)], 'heat');
  expect(write.mock.calls.map(([text]) => text)).toContain('restart 7200000');
  large.canvas.remove();
  write.mockRestore();
  const size = { width: 120, height: 120, ratio: 1 };
  const many = Array.from({ length: 100 }, (_, index) => server(index));
  const small = (left: number) => {
    const servers = [server(0, inMs(left)), ...many.slice(1)];
    const { canvas, layout, pixels } = wallOf(servers, 'heat', size);
    const [marked, plain] = [pixels(cellRect(layout, 0)), pixels(cellRect(layout, 1))];
    canvas.remove();
    return marked === plain;
  };
  expect([small(7_200_000), small(420_000)]).toEqual([true, false]);
});
