import { useTranslation } from 'react-i18next';
import type { Direction } from '../../../domain/queries.ts';
import { ChooseHead } from '../../actions/choose-cell.tsx';
import type { Choosing } from '../../actions/use-choosing.ts';
import {
  firstDirection,
  isSortable,
  type Column,
  type DashboardAddress,
} from '../../parts/addresses/servers.ts';
import { SortHead } from '../../parts/sort-head.tsx';

/** The heads of the columns, which sort. */
export function TableHead({
  address,
  onAddress,
  columns,
  choosing,
  all,
}: {
  readonly address: DashboardAddress;
  readonly onAddress: (address: DashboardAddress) => void;
  readonly columns: readonly Column[];
  readonly choosing: Choosing | null;
  /** Whether all that are listed are chosen. */
  readonly all: boolean;
}) {
  const { t } = useTranslation('dashboard');
  const { sort, direction } = address;
  return (
    <thead>
      <tr>
        {choosing === null ? null : (
          <th data-column="choose">
            <ChooseHead some={choosing.ids.size > 0} all={all} onAll={choosing.onAll} />
          </th>
        )}
        {columns.map((column) =>
          !isSortable(column) ? (
            <th key={column} scope="col" data-column={column}>
              {t(`column.${column}`)}
            </th>
          ) : (
            <SortHead
              key={column}
              data-column={column}
              label={t(`column.${column}`)}
              title={t('sortBy', { column: t(`column.${column}`) })}
              sorted={sort === column ? direction : null}
              onSort={() =>
                onAddress({
                  ...address,
                  sort: column,
                  direction: sort === column ? turned(direction) : firstDirection(column),
                })
              }
            />
          ),
        )}
      </tr>
    </thead>
  );
}

function turned(direction: Direction): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}
