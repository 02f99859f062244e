/**
 * Rows of any number and of any heights in a scroller. Browsers draw nothing beyond some millions of pixels, so that
 * a long list's scrollbar stands for more than it is high: a scroll of some screens moves the rows by its pixels, one
 * over more of it goes to the place that the scrollbar shows.
 */

/** Firefox ends at 17.9 million; a scroll that goes on from the middle may come to twice of this. */
export const TALLEST_PX = 8_000_000;
/** So far is scrolled by pixels, in heights of what is seen. */
const NEAR_VIEWS = 5;
/** So many rows beside those in sight are drawn; they change so many at once. */
const BESIDE = 8;
const STEP = 4;

export interface LongList {
  readonly count: number;
  /** A row that was not drawn yet is taken for so high. */
  readonly rowPx: number;
  /** How much of the rows is seen. */
  readonly viewPx: number;
  /** How high a row is; undefined where it is not drawn. */
  readonly heightOf: (index: number) => number | undefined;
}

/**
 * Where what is seen begins: so many pixels below the top of a row, which may be more than it is high, or less than
 * none. The last row's successor is the end.
 */
export interface Spot {
  readonly index: number;
  readonly px: number;
}

/** The start of all rows, and their end, however many they turn out to be. */
export const START: Spot = { index: 0, px: 0 };
export const END: Spot = { index: Infinity, px: 0 };

/** What is drawn: rows from `first` to `end` (excluded), and the pixels before and behind them. */
export interface Layout {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly behind: number;
  /** Where the scroller has to stand. */
  readonly top: number;
  /** The row at the top of what is seen, and how much of it is above. */
  readonly spot: Spot;
  /** Of all rows, as they are drawn. */
  readonly px: number;
}

/**
 * Lays the rows out around a spot. `top`: where the scroller stands, which is kept where there is room before the
 * rows; null: it has to be written anyway.
 */
export function layOut(list: LongList, wanted: Spot, top: number | null): Layout {
  const { count, viewPx } = list;
  const [held, spot] = clamp(list, wanted);
  const first = floorStep(Math.max(0, spot.index - BESIDE));
  const last = walk(list, spot, viewPx).index + 1 + BESIDE;
  const end = Math.min(count, floorStep(last + STEP));
  const above = heightsOf(list, first, held.index) + held.px;
  const drawn = heightsOf(list, first, end);
  const all = Math.min(count * list.rowPx, TALLEST_PX);
  const least = leastBeside(list, first);
  const kept = top === null ? -1 : top - above;
  const isKept = first === 0 ? kept === 0 : kept >= least && kept <= TALLEST_PX;
  const share = first / Math.max(1, count);
  const before = isKept ? kept : first === 0 ? 0 : Math.max(least, Math.round(all * share));
  const rest = end === count ? 0 : Math.max(all - before - drawn, leastBeside(list, count - end));
  const px = before + drawn + rest;
  return { first, end, before, behind: rest, top: before + above, spot, px };
}

/** What is seen after a scroll from a layout to `top`. */
export function scrolled(list: LongList, layout: Layout, top: number): Spot {
  const { count, rowPx, viewPx } = list;
  const { spot, top: from, px, first, end } = layout;
  const most = px - viewPx;
  if (top <= 0) return START;
  if (top >= most - 1) return END;
  if (Math.abs(top - from) <= NEAR_VIEWS * viewPx) {
    // By a row that is drawn: how high those behind it are nobody knows.
    const near = walk(list, spot, top - from);
    const index = Math.max(first, Math.min(end - 1, near.index));
    return { index, px: top - from + spot.px - heightsOf(list, spot.index, index) };
  }
  const index = ((top / most) * (count * rowPx - viewPx)) / rowPx;
  return { index: Math.floor(index), px: (index % 1) * rowPx };
}

/** Rows there are so many on one side: there has to be room for a scroll by pixels, or for all of them. */
function leastBeside({ rowPx, viewPx }: LongList, rows: number): number {
  return Math.min(rows * rowPx, NEAR_VIEWS * viewPx);
}

/** The spot itself where rows fill what is seen from there, else the nearest; and the row at the top of it. */
function clamp(list: LongList, held: Spot): readonly [held: Spot, spot: Spot] {
  const { count, viewPx } = list;
  const spot = walk(list, held, 0);
  if (spot.index === 0 && spot.px === 0) return [START, START];
  let below = -spot.px;
  for (let at = spot.index; at < count && below < viewPx; at += 1) below += heightOf(list, at);
  if (below >= viewPx) return [held, spot];
  const last = walk(list, { index: count, px: 0 }, -viewPx);
  return [last, last];
}

/** The spot so many pixels farther down; up where they are below 0. */
function walk(list: LongList, from: Spot, by: number): Spot {
  let index = Math.min(from.index, list.count);
  let px = from.px + by;
  while (px < 0 && index > 0) {
    index -= 1;
    px += heightOf(list, index);
  }
  if (px < 0) return START;
  while (index < list.count && px >= heightOf(list, index)) {
    px -= heightOf(list, index);
    index += 1;
  }
  return { index, px: index === list.count ? 0 : px };
}

function heightOf({ heightOf: known, rowPx }: LongList, index: number): number {
  return Math.max(1, known(index) ?? rowPx);
}

/** Of the rows between two; below 0 where the second stands before the first. */
function heightsOf(list: LongList, from: number, to: number): number {
  if (to < from) return -heightsOf(list, to, from);
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += heightOf(list, index);
  return sum;
}

function floorStep(index: number): number {
  return index - (index % STEP);
}
