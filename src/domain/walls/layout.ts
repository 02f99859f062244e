import type { SceneLayout } from '../../protocol/walls/fields.ts';
import { fitHeat, fitLeague, fitTiles, nameTypeOf, type Fit, type Room } from './layout-fit.ts';
import type { Rect } from './rect.ts';

/** How a scene is drawn in the end. */
export type LayoutKind = Exclude<SceneLayout, 'auto'>;

/** A screen in CSS pixels, and how many of its own a CSS pixel has. */
export interface WallSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  /** Its height without the bars that stand above now; a page has the servers that it has without them. */
  readonly whole?: number;
}

/** What is drawn where. Every edge lies between two pixels of the screen. */
export interface WallLayout {
  readonly kind: LayoutKind;
  /** How many servers there are on all pages. */
  readonly count: number;
  readonly pages: number;
  readonly perPage: number;
  readonly columns: number;
  readonly rows: number;
  /** The strip above: title, sums, page and time. */
  readonly head: Rect;
  /** Where the first cell is; all are of one size. */
  readonly cell: Rect;
  readonly gap: number;
  /** The size of the main type; 0: cells are too small for any. */
  readonly type: number;
  /** The size of a tile's name, which is no larger than its figure. */
  readonly nameType: number;
  /** How many lines a name may take. */
  readonly lines: number;
  /** A league table is read column by column. */
  readonly flow: 'rows' | 'columns';
}

/** Room at the edge, also for the drift against burn-in. */
const MARGIN = { share: 0.008, least: 5 };
/** A screen that stands upright has no room for everything in one line: it gets two. */
const HEAD = { share: 0.042, upright: 0.085, least: 20 };
const MARGINS_OF_HEIGHT = 4;

/** More pages of tiles than this, and `auto` draws a heat grid. */
const TILE_PAGES = 3;

/** Lays a scene of so many servers out; the same input gives the same picture. */
export function layOut(layout: SceneLayout, count: number, size: WallSize): WallLayout {
  const whole = { ...size, height: size.whole ?? size.height };
  const kind = layout === 'auto' ? chosen(count, whole) : layout;
  const { head, body } = frameOf(size);
  const perPage = whole.height === size.height ? null : fitOf(kind, roomOf(count, whole)).perPage;
  const fit = fitOf(kind, { ...roomOf(count, size), perPage });
  const width = fit.columns * (fit.width + fit.gap) - fit.gap;
  const x = body.x + snap(Math.max(0, body.width - width) / 2, size.ratio);
  return {
    kind,
    count,
    pages: Math.max(1, Math.ceil(count / fit.perPage)),
    perPage: fit.perPage,
    columns: fit.columns,
    rows: fit.rows,
    head,
    cell: { x, y: body.y, width: fit.width, height: fit.height },
    gap: fit.gap,
    type: fit.type,
    nameType: nameTypeOf(fit.type, shorter(size)),
    lines: fit.lines,
    flow: kind === 'league' ? 'columns' : 'rows',
  };
}

/** So few servers have room for their day each. */
const CHARTED = 6;

/** Whether tiles are so large that each has a chart, in place of figures that are larger than what they mean. */
export function hasCharts({ kind, count }: Pick<WallLayout, 'kind' | 'count'>): boolean {
  return kind === 'tiles' && count <= CHARTED;
}

/** Where a cell of a page is. */
export function cellRect({ cell, gap, columns, rows, flow }: WallLayout, index: number): Rect {
  const column = flow === 'rows' ? index % columns : Math.floor(index / rows);
  const row = flow === 'rows' ? Math.floor(index / columns) : index % rows;
  return {
    x: cell.x + column * (cell.width + gap),
    y: cell.y + row * (cell.height + gap),
    width: cell.width,
    height: cell.height,
  };
}

/** Which of all servers a page shows: from the first (included) to the last (excluded). */
export function pageRange(
  { count, perPage }: WallLayout,
  page: number,
): { readonly from: number; readonly to: number } {
  return { from: Math.min(count, page * perPage), to: Math.min(count, (page + 1) * perPage) };
}

/** The page that shows a server, by its place in the order. */
export function pageOf({ perPage }: WallLayout, index: number): number {
  return Math.floor(index / perPage);
}

/** The shorter side: what is readable from a distance is a share of it, however the screen stands. */
export function shorter({ width, height }: Pick<WallSize, 'width' | 'height'>): number {
  return Math.min(width, height);
}

function chosen(count: number, size: WallSize): LayoutKind {
  if (count === 1) return 'single';
  const { perPage } = fitTiles(roomOf(count, size));
  return Math.ceil(count / perPage) <= TILE_PAGES ? 'tiles' : 'heat';
}

function roomOf(count: number, size: WallSize): Room {
  const { body } = frameOf(size);
  return { count, body, unit: shorter(size), ratio: size.ratio, perPage: null };
}

function fitOf(kind: LayoutKind, room: Room): Fit {
  switch (kind) {
    case 'tiles':
      return fitTiles(room);
    case 'heat':
      return fitHeat(room);
    case 'league':
      return fitLeague(room);
    case 'single':
      return {
        perPage: 1,
        columns: 1,
        rows: 1,
        width: room.body.width,
        height: room.body.height,
        gap: 0,
        type: room.unit * 0.1,
        lines: 1,
      };
  }
}

function frameOf(size: WallSize): { readonly head: Rect; readonly body: Rect } {
  const { width, height, ratio } = size;
  const unit = shorter(size);
  const margin = snap(Math.min(Math.max(unit * MARGIN.share, MARGIN.least), unit / 8), ratio);
  const top = snap(
    Math.min(
      Math.max(unit * (height > width ? HEAD.upright : HEAD.share), HEAD.least),
      height / MARGINS_OF_HEIGHT,
    ),
    ratio,
  );
  const wide = snap(width - 2 * margin, ratio);
  const y = 2 * margin + top;
  return {
    head: { x: margin, y: margin, width: wide, height: top },
    body: { x: margin, y, width: wide, height: snap(height - y - margin, ratio) },
  };
}

/** Down to a whole pixel of the screen. */
export function snap(length: number, ratio: number): number {
  return Math.floor(length * ratio + 1e-6) / ratio;
}
