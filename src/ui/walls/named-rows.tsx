import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../domain/queries.ts';
import { useResource } from '../data/use-resource.ts';
import { NoLines } from '../parts/no-lines.tsx';

/** What the account has for itself, as a table; or why there is none. */
export function NamedRows<R extends 'walls' | 'displays'>({
  resource,
  columns,
  empty,
  children,
}: {
  readonly resource: R;
  /** What stands above them; actions follow. */
  readonly columns: readonly string[];
  /** What to say where there are none. */
  readonly empty: string;
  /** The line of one. */
  readonly children: (row: ResourceView<R>) => ReactNode;
}) {
  const { t } = useTranslation('walls');
  const { told, rows } = useResource(resource, null);
  if (!told) return <NoLines serverId={null} topic={resource} told={false} text="" />;
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <table className="walls-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{rows.map(children)}</tbody>
    </table>
  );
}
