import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../../style/base.css';
import '../../../style/fonts.ts';
import type { DayRow } from '../../../../domain/rows.ts';
import type { SceneLayout } from '../../../../protocol/walls/fields.ts';
import { serverRow } from '../../../data/doubles.ts';
import { face } from './style.ts';
import { frames, NOW, server, wallOf } from './wall-double.ts';

beforeAll(async () => {
  await Promise.all(
    ([400, 500, 600] as const).map((weight) => document.fonts.load(face(20, weight))),
  );
});

beforeEach(() => {
  frames.length = 0;
});
afterEach(() => document.querySelector('canvas')?.remove());

const HOUR = 3_600_000;
const day: DayRow = {
  id: 'day',
  from: NOW - 24 * HOUR,
  step: 3_600,
  players: Array.from({ length: 24 }, (_, hour) => hour),
};
const SCREEN = { width: 1_920, height: 1_080, ratio: 1 };
const { configuration, environment, population } = serverRow();

function named(count: number) {
  return Array.from({ length: count }, (_, index) =>
    server(index, {
      configuration: { ...configuration, identifier: `Chernarus ${index + 10}` },
      population: { ...population, players: 47 },
    }),
  );
}

/** What was written, and how large. */
function written(paint: () => { readonly canvas: HTMLCanvasElement }) {
  const texts: { readonly text: string; readonly size: number }[] = [];
  const write = vi
    .spyOn(CanvasRenderingContext2D.prototype, 'fillText')
    .mockImplementation(function note(this: CanvasRenderingContext2D, text: string) {
      texts.push({ text, size: Number(/([\d.]+)px/.exec(this.font)?.[1]) });
    });
  paint().canvas.remove();
  write.mockRestore();
  return texts;
}

it.each([1, 2, 3, 4, 5, 6, 7, 12])(
  'draws the day of each of %i servers where there are so few, and not figures that are larger',
  (count) => {
    const asked: number[] = [];
    const dayOf = (place: number) => {
      asked.push(place);
      return day;
    };
    const texts = written(() => wallOf(named(count), 'auto', SCREEN, { day: dayOf }));
    const charts = texts.filter(({ text }) => text === 'day').length;
    expect(charts).toBe(count <= 6 ? count : 0);
    expect(new Set(asked).size).toBe(charts);
    const figures = texts.filter(({ text }) => text === '47');
    // A share of the picture that a figure beside its chart may take at the most.
    expect(figures).toHaveLength(count);
    for (const { size } of figures) expect(size * 0.73).toBeLessThanOrEqual(0.3 * SCREEN.height);
  },
);

it.each([
  ['single', 1],
  ['tiles', 4],
  ['tiles', 20],
  ['league', 12],
  ['heat', 12],
] as const)('writes figures larger than names in %s of %i', (scene: SceneLayout, count) => {
  const texts = written(() => wallOf(named(count), scene, SCREEN, { day: () => day }));
  const sizes = (of: RegExp) => texts.filter(({ text }) => of.test(text)).map(({ size }) => size);
  const [figures, names] = [sizes(/^47$/), sizes(/^Chernarus/)];
  expect(figures).toHaveLength(count);
  expect(Math.min(...figures)).toBeGreaterThan(Math.max(...names));
});

it.each(['single', 'tiles', 'league', 'heat'] as const)(
  'says in %s that a server restarts in a while',
  (scene) => {
    const local = new Date(NOW + 7 * 60_000).toISOString();
    const soon = { environment: { ...environment, next_restart: { local } } };
    const count = scene === 'single' ? 1 : 12;
    const servers = named(count).map((row, index) => (index === 0 ? { ...row, ...soon } : row));
    const texts = written(() => wallOf(servers, scene, SCREEN));
    expect(texts.filter(({ text }) => text === 'restart 420000')).toHaveLength(1);
  },
);
