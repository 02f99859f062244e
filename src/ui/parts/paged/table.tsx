import type { ReactNode, RefObject } from 'react';
import type { Direction } from '../../../domain/queries.ts';
import type { OrderOf, PagedName, PagedRow } from '../../../protocol/resources/registry.ts';
import { useRow, type ViewHandle } from '../../data/use-view.ts';
import type { PagesHandle, PlacedRow } from '../use-pages.ts';
import { SortHead } from '../sort-head.tsx';
import { turned } from '../turned.ts';
import type { PagedAddress } from './address.ts';

/** A column; without an order it cannot be sorted by. */
export interface PagedColumn<R extends PagedName> {
  readonly label: string;
  readonly order?: OrderOf<R>;
}

/** How a row shows on a phone: as a card that names each of its cells (`data-label`), or as a line of a log. */
export type PagedLook = 'cards' | 'log';

/** The first click sorts what came last first, and names from A. */
function firstDirection(order: string): Direction {
  return order === 'at' || order.endsWith('_at') ? 'desc' : 'asc';
}

/** The rows of a list that are in sight; `cells`: those of one row. */
export function PagedTable<R extends PagedName>({
  resource,
  look,
  label,
  columns,
  address: { order, direction },
  pages: { items, before, behind, row, paging },
  scroller,
  onChange,
  cells,
}: {
  readonly resource: R;
  readonly look: PagedLook;
  readonly label: string;
  readonly columns: readonly PagedColumn<R>[];
  readonly address: PagedAddress;
  readonly pages: PagesHandle<R>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onChange: (part: Partial<PagedAddress>) => void;
  readonly cells: (row: PagedRow<R>) => ReactNode;
}) {
  const sort = (by: string) =>
    onChange({ order: by, direction: order === by ? turned(direction) : firstDirection(by) });
  return (
    <div
      className={`table-scroller paged ${resource}`}
      data-look={look}
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table className="server-table" aria-rowcount={(paging?.total ?? 0) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ label: head, order: by }) =>
              by === undefined ? (
                <th key={head} scope="col" className="plain">
                  {head}
                </th>
              ) : (
                <SortHead
                  key={head}
                  label={head}
                  sorted={order === by ? direction : null}
                  onSort={() => sort(by)}
                />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          <Space height={before} />
          {items.map((item) => (
            <Row
              key={item.id ?? item.index}
              item={item}
              row={row}
              columns={columns.length}
              cells={cells}
            />
          ))}
          <Space height={behind} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="space">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface RowProps<R extends PagedName> {
  readonly row: ViewHandle<PagedRow<R>>['row'];
  readonly columns: number;
  readonly cells: (row: PagedRow<R>) => ReactNode;
}

function Row<R extends PagedName>({
  item: { index, id },
  ...props
}: RowProps<R> & { readonly item: PlacedRow }) {
  const place = { 'data-index': index, 'aria-rowindex': index + 2 };
  if (id !== undefined) {
    return (
      <tr {...place}>
        <Cells id={id} {...props} />
      </tr>
    );
  }
  return (
    <tr {...place} aria-busy="true">
      <td colSpan={props.columns}>
        <span className="skeleton" />
      </td>
    </tr>
  );
}

function Cells<R extends PagedName>({
  id,
  row,
  columns,
  cells,
}: RowProps<R> & { readonly id: string }) {
  const shown = useRow(row(id));
  return shown === undefined ? <td colSpan={columns} /> : cells(shown);
}
