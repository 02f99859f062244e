/** How many cells of what size a kind of picture makes of a screen. */
import type { Rect } from './rect.ts';

export interface Fit {
  readonly perPage: number;
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly type: number;
  readonly lines: number;
}

/** What is to be fitted into which part of a screen. */
export interface Room {
  readonly count: number;
  readonly body: Rect;
  /** The shorter side of the screen. */
  readonly unit: number;
  readonly ratio: number;
  /** How many a page holds; null: as many as are best. */
  readonly perPage: number | null;
}

/** The height of a capital of the portal's face, of the size of its type. */
export const CAPITAL = 0.727;

/** Type by the shorter side of the screen. */
const TYPE = {
  /** Read with ease from five metres: capitals of 4 %. */
  easy: 0.0405 / CAPITAL,
  /** Read from the sofa at all: capitals of 2 %; below, the wall turns pages. */
  least: 0.0205 / CAPITAL,
  /** Larger is not better. */
  most: 0.11,
  leastPx: 11,
};

/** What a tile needs for its type, in multiples of the type's size; the first is the most comfortable. */
interface Need {
  readonly width: number;
  readonly height: number;
  readonly lines: number;
}
const TILE_NEEDS: readonly [Need, ...Need[]] = [
  { width: 12.5, height: 2.6, lines: 1 },
  { width: 7.6, height: 3.24, lines: 2 },
  { width: 6.2, height: 3.24, lines: 2 },
];
/** A name is so much smaller than the figure that it belongs to, where both are read with ease. */
const NAME = 0.86;
const LEAGUE_NEED: Need = { width: 25, height: 1.7, lines: 1 };
/** A tile is about so much wider than high. */
const TILE_SHAPE = 1.9;

/**
 * A cell without type: so large that its colour is seen from the sofa. One picture of all is worth more than
 * pages of larger cells, so 50,000 servers are one grid on a screen of 3840 × 2160, and 23,000 on 1920 × 1080.
 */
const HEAT = { least: 0.005, leastPx: 5, leastDots: 8, shape: 1.15 };

/** Tiles with names: as large as all of them fit, on as many pages as it takes to be read. */
export function fitTiles({ count, body, unit, ratio, perPage: held }: Room): Fit {
  const gap = atLeastOne(unit * 0.0055, ratio);
  const least = Math.max(unit * TYPE.least, TYPE.leastPx);
  const [easiest] = TILE_NEEDS;
  const tightest = TILE_NEEDS.at(-1) ?? easiest;
  const perPage = held ?? evenly(count, capacity(tightest, least, body, gap));
  let best: Fit | null = null;
  for (const need of TILE_NEEDS) {
    const fit = bestGrid(perPage, need, body, unit, gap, ratio);
    if (best === null || fit.type > best.type) best = fit;
    if (fit.type >= Math.min(unit * TYPE.easy, TYPE.most * unit)) return fit;
  }
  return best ?? bestGrid(perPage, easiest, body, unit, gap, ratio);
}

/** A league table: rows with a sparkline, in as many columns as make the largest type. */
export function fitLeague({ count, body, unit, ratio, perPage: held }: Room): Fit {
  const gap = atLeastOne(unit * 0.003, ratio);
  const least = Math.max(unit * TYPE.least, TYPE.leastPx);
  const perPage = held ?? evenly(count, capacity(LEAGUE_NEED, least, body, gap));
  let best: Fit | null = null;
  for (let columns = 1; columns <= Math.min(8, perPage); columns++) {
    const rows = Math.ceil(perPage / columns);
    const fit = grid(perPage, columns, rows, LEAGUE_NEED, body, gap, ratio);
    const type = Math.min(fit.type, unit * TYPE.easy);
    // A row that could be higher than its type needs is not stretched over the screen.
    const height = Math.min(fit.height, Math.max(1 / ratio, down(type * 2.2, ratio)));
    if (best === null || type > best.type) best = { ...fit, type, height };
  }
  return best ?? grid(1, 1, 1, LEAGUE_NEED, body, gap, ratio);
}

/** A heat grid: cells as large as they all fit, down to what still can be told apart. */
export function fitHeat({ count, body, unit, ratio, perPage: held }: Room): Fit {
  const least = Math.max(unit * HEAT.least, HEAT.leastPx, HEAT.leastDots / ratio);
  const line = 1 / ratio;
  const most =
    Math.max(1, Math.floor((body.width + line) / (least + line))) *
    Math.max(1, Math.floor((body.height + line) / (least + line)));
  const perPage = held ?? evenly(count, most);
  const side = Math.sqrt((body.width * body.height) / perPage);
  const gap = side < 2 * least ? line : atLeastOne(side * 0.06, ratio);
  let best: Fit | null = null;
  let score = -1;
  const middle = Math.sqrt((perPage * body.width) / body.height / HEAT.shape);
  for (let columns = Math.max(1, Math.floor(middle) - 3); columns <= middle + 4; columns++) {
    const rows = Math.ceil(perPage / columns);
    const fit = grid(
      perPage,
      columns,
      rows,
      { width: 2.4, height: 1.6, lines: 1 },
      body,
      gap,
      ratio,
    );
    const shape = Math.abs(Math.log2(fit.width / fit.height / HEAT.shape));
    const rated = Math.min(fit.width / HEAT.shape, fit.height) * (1 - 0.1 * shape);
    if (rated > score && fit.width > 0 && fit.height > 0) [best, score] = [fit, rated];
  }
  const fit =
    best ?? grid(perPage, perPage, 1, { width: 2, height: 2, lines: 1 }, body, gap, ratio);
  const named = Math.min(fit.width / 5, fit.height / 2.7);
  const readable = named >= Math.max(unit * TYPE.least, TYPE.leastPx);
  const type = Math.min(readable ? named : fit.type, unit * TYPE.easy);
  return { ...fit, type: type < TYPE.leastPx - 1 ? 0 : type };
}

/** The size of a tile's name: what is only just read with ease is not made smaller. */
export function nameTypeOf(type: number, unit: number): number {
  return Math.max(Math.min(type, unit * TYPE.easy), type * NAME);
}

function bestGrid(
  count: number,
  need: Need,
  body: Rect,
  unit: number,
  gap: number,
  ratio: number,
): Fit {
  let best = grid(count, 1, count, need, body, gap, ratio);
  let score = -1;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const fit = grid(count, columns, rows, need, body, gap, ratio);
    const type = Math.min(fit.type, unit * TYPE.most);
    const shape = Math.abs(Math.log2(fit.width / fit.height / TILE_SHAPE));
    const filled = count / (columns * rows);
    const rated = Math.min(type, unit * TYPE.easy) * 4 + type * filled * (1 - 0.15 * shape);
    if (rated > score && fit.type > 0) [best, score] = [{ ...fit, type }, rated];
  }
  return best;
}

function grid(
  perPage: number,
  columns: number,
  rows: number,
  need: Need,
  body: Rect,
  gap: number,
  ratio: number,
): Fit {
  const width = down((body.width - (columns - 1) * gap) / columns, ratio);
  const height = down((body.height - (rows - 1) * gap) / rows, ratio);
  const type = Math.min(width / need.width, height / need.height);
  return { perPage, columns, rows, width, height, gap, type, lines: need.lines };
}

/** How many cells a page holds whose type is no smaller than this. */
function capacity(need: Need, type: number, body: Rect, gap: number): number {
  const columns = Math.floor((body.width + gap) / (need.width * type + gap));
  const rows = Math.floor((body.height + gap) / (need.height * type + gap));
  return Math.max(1, columns) * Math.max(1, rows);
}

/** So many a page that all pages hold about the same. */
function evenly(count: number, most: number): number {
  const pages = Math.max(1, Math.ceil(count / most));
  return Math.max(1, Math.ceil(count / pages));
}

function down(length: number, ratio: number): number {
  return Math.floor(length * ratio + 1e-6) / ratio;
}

function atLeastOne(length: number, ratio: number): number {
  return Math.max(1, Math.round(length * ratio)) / ratio;
}
