import './rows-table.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A column: what stands above it, and what it says of a row. */
export interface Column<Row> {
  readonly label: string;
  readonly of: (row: Row) => ReactNode;
  readonly className?: string;
}

/** Rows as a table. The first column names the row; what can be done with one stands behind the others. */
export function RowsTable<Row extends { readonly id: string; readonly pending?: boolean }>({
  rows,
  columns: [head, ...columns],
  actions,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly actions: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <table className="rows-table">
      <thead>
        <tr>
          {[head, ...columns].map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} aria-busy={row.pending}>
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
        ))}
      </tbody>
    </table>
  );
}
