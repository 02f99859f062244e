import { useTranslation } from 'react-i18next';
import type { ServerFilter } from '../../../domain/queries.ts';
import { ChooseHead } from '../../actions/choose-cell.tsx';
import type { Choosing } from '../../actions/use-choosing.ts';
import { useListed } from '../../actions/use-listed.ts';
import {
  firstDirection,
  isSortable,
  type Column,
  type DashboardAddress,
} from '../../parts/addresses/servers.ts';
import { SortHead } from '../../parts/sort-head.tsx';
import { turned } from '../../parts/turned.ts';

/** The heads of the columns, which sort. */
export function TableHead({
  address,
  onAddress,
  columns,
  choosing,
  total,
}: {
  readonly address: DashboardAddress;
  readonly onAddress: (address: DashboardAddress) => void;
  readonly columns: readonly Column[];
  readonly choosing: Choosing | null;
  /** How many are listed. */
  readonly total: number;
}) {
  const { t } = useTranslation('dashboard');
  const { sort, direction } = address;
  return (
    <thead>
      <tr>
        {choosing === null ? null : (
          <th data-column="choose">
            <ChooseAll choosing={choosing} filter={address.filter} total={total} />
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

function ChooseAll({
  choosing,
  filter,
  total,
}: {
  readonly choosing: Choosing;
  readonly filter: ServerFilter;
  readonly total: number;
}) {
  const listed = useListed(choosing.ids, filter);
  return (
    <ChooseHead some={listed > 0} all={total > 0 && listed === total} onAll={choosing.onAll} />
  );
}
