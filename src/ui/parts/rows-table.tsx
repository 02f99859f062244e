import './rows-table.css';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '../../domain/queries.ts';
import { SortHead } from './sort-head.tsx';
import { useLongList } from './use-long-list.ts';

/** A column: what stands above it, and what it says of a row. */
export interface Column<Row, By extends string = never> {
  readonly label: string;
  /** Rows can be sorted by it. */
  readonly by?: By;
  readonly of: (row: Row) => ReactNode;
  readonly className?: string;
}

interface RowsProps<Row, By extends string = never> {
  readonly rows: readonly Row[];
  readonly columns: readonly [Column<Row, By>, ...Column<Row, By>[]];
  /** How the rows are sorted, where somebody can choose that. */
  readonly sorted?: { readonly by: By; readonly direction: Direction };
  readonly onSort?: (by: By) => void;
  readonly actions: (row: Row) => ReactNode;
}

interface Shown {
  readonly id: string;
  readonly pending?: boolean;
}

/** More than so many rows scroll by themselves, and only those in sight are drawn. */
const MANY = 60;
/** A row that was not drawn yet is taken for so high. */
const ROW_PX = 51;

/** Rows as a table. The first column names the row; what can be done with one stands behind the others. */
export function RowsTable<Row extends Shown, By extends string = never>(props: RowsProps<Row, By>) {
  if (props.rows.length > MANY) return <LongTable {...props} />;
  return (
    <table className="rows-table" data-sorted={props.sorted?.by}>
      <Head {...props} />
      <tbody>
        {props.rows.map((row) => (
          <Line key={row.id} row={row} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function LongTable<Row extends Shown, By extends string>(props: RowsProps<Row, By>) {
  const { rows } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { layout } = useLongList(scroller, { count: rows.length, rowPx: ROW_PX });
  const { first, end, before, behind } = layout;
  return (
    <div
      className="rows-scroller"
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={props.columns[0].label}
    >
      <table className="rows-table" data-sorted={props.sorted?.by} aria-rowcount={rows.length + 1}>
        <Head {...props} />
        <tbody>
          <Space height={before} />
          {rows.slice(first, end).map((row, at) => (
            <Line key={row.id} row={row} index={first + at} {...props} />
          ))}
          <Space height={behind} />
        </tbody>
      </table>
    </div>
  );
}

function Head<Row, By extends string>({ columns, sorted, onSort }: RowsProps<Row, By>) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {columns.map(({ label, by }) =>
          by === undefined ? (
            <th key={label} scope="col">
              {label}
            </th>
          ) : (
            <SortHead
              key={label}
              label={label}
              sorted={sorted?.by === by ? sorted.direction : null}
              onSort={() => onSort?.(by)}
            />
          ),
        )}
        <th scope="col">
          <span className="visually-hidden">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

function Line<Row extends Shown, By extends string>({
  row,
  index,
  columns: [head, ...columns],
  actions,
}: RowsProps<Row, By> & { readonly row: Row; readonly index?: number }) {
  const place = index === undefined ? {} : { 'data-index': index, 'aria-rowindex': index + 2 };
  return (
    <tr aria-busy={row.pending} {...place}>
      <th scope="row" className={head.className}>
        {head.of(row)}
      </th>
      {columns.map(({ label, of, className }) => (
        <td key={label} data-label={label} className={className}>
          {of(row)}
        </td>
      ))}
      <td className="row-actions">{actions(row)}</td>
    </tr>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="space">
      <td style={{ height }} />
    </tr>
  );
}
