import './rows-table.css';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLongList } from './use-long-list.ts';

/** A column: what stands above it, and what it says of a row. */
export interface Column<Row> {
  readonly label: string;
  readonly of: (row: Row) => ReactNode;
  readonly className?: string;
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
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
export function RowsTable<Row extends Shown>(props: RowsProps<Row>) {
  if (props.rows.length > MANY) return <LongTable {...props} />;
  return (
    <table className="rows-table">
      <Head {...props} />
      <tbody>
        {props.rows.map((row) => (
          <Line key={row.id} row={row} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function LongTable<Row extends Shown>(props: RowsProps<Row>) {
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
      <table className="rows-table" aria-rowcount={rows.length + 1}>
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

function Head<Row>({ columns }: RowsProps<Row>) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {columns.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

function Line<Row extends Shown>({
  row,
  index,
  columns: [head, ...columns],
  actions,
}: RowsProps<Row> & { readonly row: Row; readonly index?: number }) {
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
