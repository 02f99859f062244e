import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { PagedQuestion, PagingRow } from '../../domain/queries.ts';
import type { PagedName, PagedRow } from '../../protocol/resources/registry.ts';
import { useOne, useView, type ViewHandle } from '../data/use-view.ts';

const STEP = 50;
/** A text is asked for when nobody has typed for so long. */
const SETTLED_MS = 250;
/** Browsers draw nothing so far down that it would stand behind this many rows. */
const MOST = 400_000;

/** One row as it stands in the list; the row itself may still be on its way. */
export interface PlacedRow {
  readonly index: number;
  readonly id: string | undefined;
}

export interface PagesHandle<R extends PagedName> {
  /** null: nothing is known yet. While another question loads, its total is that of the one before. */
  readonly paging: PagingRow | null;
  readonly row: ViewHandle<PagedRow<R>>['row'];
  readonly items: readonly PlacedRow[];
  /** Pixels of what is not drawn before and behind `items`. */
  readonly before: number;
  readonly behind: number;
  readonly measure: (element: Element | null) => void;
}

/** The rows of a question of pages that are in sight of a scroller, however many there are. */
export function usePages<R extends PagedName>(
  question: PagedQuestion & { readonly resource: R },
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
): PagesHandle<R> {
  const { resource, server_id, order, direction, where } = question;
  const text = useSettled(question.text);
  const asked = { resource, server_id, order, direction, text, where };
  const [first, setFirst] = useState(0);
  const window = { from: Math.max(0, first - STEP), to: first + 3 * STEP };
  const view = useView({ view: 'pages', ...asked, window });
  const paging = useHeld(useOne({ view: 'paging', ...asked }).row ?? null);
  const { ids, from } = view;
  const keyOf = useCallback((index: number) => ids[index - from] ?? index, [ids, from]);
  const virtual = useVirtualizer({
    count: Math.min(paging?.total ?? 0, MOST),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
    initialRect: { width: 800, height: 500 },
  });
  const items = virtual.getVirtualItems();
  const step = Math.floor((items[0]?.index ?? 0) / STEP) * STEP;
  useEffect(() => setFirst(step), [step]);
  const key = JSON.stringify(asked);
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [key, scroller]);
  const read = useRef({ key, id: '', index: 0 });
  // What is read stays in its place, whatever comes or goes before it. At the top, what comes is shown.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const at = ids.indexOf(read.current.id);
    const moved = at < 0 || read.current.key !== key ? 0 : from + at - read.current.index;
    if (moved !== 0 && element.scrollTop > 0) {
      const startOf = (index: number) => virtual.measurementsCache[index]?.start ?? 0;
      const { index } = read.current;
      element.scrollTop += startOf(index + moved) - startOf(index);
    }
    const first = items.find(({ start }) => start >= element.scrollTop) ?? items[0];
    const index = (first?.index ?? 0) + (element.scrollTop > 0 ? moved : 0);
    read.current = { key, id: ids[index - from] ?? '', index };
  });
  return {
    paging,
    row: view.row as ViewHandle<PagedRow<R>>['row'],
    items: items.map(({ index }) => ({ index, id: ids[index - from] })),
    before: items[0]?.start ?? 0,
    behind: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtual.measureElement,
  };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What stood there last stays while another question loads. */
function useHeld(paging: PagingRow | null): PagingRow | null {
  const [held, setHeld] = useState(paging);
  const isLoading = paging?.state === 'loading';
  if (!isLoading && held !== paging) setHeld(paging);
  return isLoading && held !== null ? { ...held, state: 'loading' } : paging;
}
