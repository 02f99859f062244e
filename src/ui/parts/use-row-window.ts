import { useLayoutEffect, useState, type RefObject } from 'react';

/** What of a long list of rows of one height is drawn: from `first` (included) to `end` (excluded). */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** Rows beside those on the screen, so that a short scroll finds them drawn. */
const BESIDE = 8;
/** So many rows come and go at once: each time the whole table is laid out and painted again. */
const AT_ONCE = 4;
/** Before the scroller was measured, this share of the window is taken for seen. */
const ASSUMED_SHARE = 2 / 3;

/** The rows of a scroller that stands at `top` and shows `height` pixels. */
export function rowWindow(
  top: number,
  height: number,
  rowPx: number,
  count: number,
  beside = BESIDE,
): RowWindow {
  const last = Math.max(0, count - 1);
  const seen = Math.min(last, Math.max(0, Math.floor(top / rowPx)));
  const first = Math.max(0, seen - beside);
  const end = Math.min(count, Math.ceil((Math.max(0, top) + height) / rowPx) + beside);
  return { first, end: Math.max(first, end) };
}

/**
 * Which rows to draw, as the scroller is scrolled and grows; it renders again only where they are others.
 * `there`: whether the scroller is drawn.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rows: { readonly count: number; readonly rowPx: number; readonly there: boolean },
): RowWindow {
  const { count, rowPx, there } = rows;
  // Whole runs of rows, so that a scroll within one changes nothing. null: not measured yet.
  const [seen, setSeen] = useState<{ top: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !there) return;
    const look = () => {
      const run = AT_ONCE * rowPx;
      const top = Math.floor(element.scrollTop / run) * run;
      const height = Math.ceil(element.clientHeight / rowPx) * rowPx + run;
      setSeen((last) => (last?.top === top && last.height === height ? last : { top, height }));
    };
    // It tells of its size at once, after the layout that the first rows need anyway.
    const grown = new ResizeObserver(look);
    grown.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowPx, there]);
  if (seen === null) return rowWindow(0, innerHeight * ASSUMED_SHARE, rowPx, count, 0);
  return rowWindow(seen.top, seen.height, rowPx, count);
}
