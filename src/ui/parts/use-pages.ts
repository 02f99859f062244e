import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { PagedQuestion, PagingRow } from '../../domain/queries.ts';
import type { PagedName, PagedRow } from '../../protocol/resources/registry.ts';
import { useOne, useView, type ViewHandle } from '../data/use-view.ts';
import { useLongList } from './use-long-list.ts';
import { useSettled } from './use-settled.ts';

const STEP = 50;
/** A text is asked for when nobody has typed for so long. */
const SETTLED_MS = 250;

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
}

/** The rows of a question of pages that are in sight of a scroller, however many there are. */
export function usePages<R extends PagedName>(
  question: PagedQuestion & { readonly resource: R },
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
): PagesHandle<R> {
  const { resource, order, direction, where } = question;
  const { server_id, group_id, banlist_id, bucket_id } = question;
  const text = useSettled(question.text, SETTLED_MS);
  const owner = { server_id, group_id, banlist_id, bucket_id };
  const asked = { resource, ...owner, order, direction, text, where };
  const [first, setFirst] = useState(0);
  const window = { from: Math.max(0, first - STEP), to: first + 3 * STEP };
  const view = useView({ view: 'pages', ...asked, window });
  const paging = useHeld(useOne({ view: 'paging', ...asked }).row ?? null);
  const { ids, from } = view;
  const { list, layout } = useLongList(scroller, {
    count: paging?.total ?? 0,
    rowPx: rowHeight,
  });
  const step = Math.floor(layout.first / STEP) * STEP;
  useEffect(() => setFirst(step), [step]);
  const key = JSON.stringify(asked);
  const read = useRef({ key, id: '', index: 0 });
  // What is read stays in its place, whatever comes or goes before it. At the top, what comes is shown.
  useLayoutEffect(() => {
    const { spot, top } = layout;
    const before = read.current;
    const found = ids.indexOf(before.id);
    const by = found < 0 ? 0 : from + found - before.index;
    read.current = { key, id: ids[spot.index - from] ?? '', index: spot.index };
    if (before.key !== key) list.toStart();
    else if (by !== 0 && top > 0) {
      read.current = { key, id: before.id, index: before.index + by };
      list.moved(by);
    }
  });
  return {
    paging,
    row: view.row as ViewHandle<PagedRow<R>>['row'],
    items: Array.from({ length: layout.end - layout.first }, (_, place) => {
      const index = layout.first + place;
      return { index, id: ids[index - from] };
    }),
    before: layout.before,
    behind: layout.behind,
  };
}

/** What stood there last stays while another question loads. */
function useHeld(paging: PagingRow | null): PagingRow | null {
  const [held, setHeld] = useState(paging);
  const isLoading = paging?.state === 'loading';
  if (!isLoading && held !== paging) setHeld(paging);
  return isLoading && held !== null ? { ...held, state: 'loading' } : paging;
}
