import { useSyncExternalStore, type KeyboardEvent } from 'react';
import type { Column, DashboardAddress } from '../../parts/addresses/servers.ts';

/** The height of a row: what stands in it is cut, never broken into more lines. */
const ROW_PX = { dense: 32, roomy: 48 } as const;
/** On a phone a row has two lines, and room for a finger. */
const phone = matchMedia('(max-width: 560px)');
const NARROW_ROW_PX = 56;
const NARROW_COLUMNS: readonly Column[] = ['identifier', 'players', 'queue'];

export interface TableShape {
  readonly narrow: boolean;
  readonly columns: readonly Column[];
  readonly rowPx: number;
  /** What the table says of itself to its style. */
  readonly density: 'phone' | keyof typeof ROW_PX;
}

/** Which columns the table has on this screen, and how high its rows are. */
export function useTableShape({
  columns,
  density,
}: Pick<DashboardAddress, 'columns' | 'density'>): TableShape {
  const narrow = useSyncExternalStore(subscribe, () => phone.matches);
  return narrow
    ? { narrow, columns: NARROW_COLUMNS, rowPx: NARROW_ROW_PX, density: 'phone' }
    : { narrow, columns, rowPx: ROW_PX[density], density };
}

function subscribe(changed: () => void): () => void {
  phone.addEventListener('change', changed);
  return () => phone.removeEventListener('change', changed);
}

/** What the arrow keys go along. */
const STOPS = 'a.row-link, .group-head button:first-child';
const TICKS = '.choose input';

/** The arrow keys go from row to row, or from tick to tick; Enter opens, since the rows are links. */
export function moveByArrow(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const { activeElement } = document;
  const along = activeElement?.matches(TICKS) === true ? TICKS : STOPS;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(along)];
  const here = stops.findIndex((stop) => stop === activeElement);
  if (here === -1) return;
  event.preventDefault();
  stops[event.key === 'ArrowDown' ? here + 1 : here - 1]?.focus();
}
