import { useLayoutEffect, useReducer, useState, type RefObject } from 'react';
import type { Layout, LongList } from './long-list.ts';
import { LongScroller } from './long-scroller.ts';

/** The rows of a scroller that are to be drawn, however many there are. */
export function useLongList(
  scroller: RefObject<HTMLElement | null>,
  rows: Pick<LongList, 'count' | 'rowPx'>,
): { readonly list: LongScroller; readonly layout: Layout } {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const [list] = useState(() => new LongScroller(draw));
  const layout = list.lay(rows);
  useLayoutEffect(() => list.drawn(scroller.current));
  useLayoutEffect(() => list.detach, [list]);
  return { list, layout };
}
