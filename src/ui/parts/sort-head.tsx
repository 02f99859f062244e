import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Direction } from '../../domain/queries.ts';

/** The head of a column that rows can be sorted by. */
export function SortHead({
  label,
  title,
  sorted,
  onSort,
  ...column
}: {
  readonly label: string;
  readonly title?: string;
  /** null: they are sorted by another one. */
  readonly sorted: Direction | null;
  readonly onSort: () => void;
  readonly 'data-column'?: string;
}) {
  const way = sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
  return (
    <th {...column} scope="col" aria-sort={way}>
      <button type="button" title={title} onClick={onSort}>
        {label}
        {sorted === 'asc' ? <ArrowUp className="icon" /> : null}
        {sorted === 'desc' ? <ArrowDown className="icon" /> : null}
      </button>
    </th>
  );
}
