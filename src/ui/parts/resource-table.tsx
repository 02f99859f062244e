import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../domain/queries.ts';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useReplaying } from '../data/use-view.ts';
import { NoLines } from './no-lines.tsx';

/** The rows of a server or, with null, of what the account has for itself, as a table; or why there are none. */
export function ResourceTable<R extends ResourceName>({
  resource,
  serverId,
  className,
  columns,
  empty = '',
  children,
}: {
  readonly resource: R;
  readonly serverId: string | null;
  readonly className: string;
  /** What stands above them; actions follow. */
  readonly columns: readonly string[];
  /** What to say where there are none. */
  readonly empty?: string;
  /** The line of one. */
  readonly children: (row: ResourceView<R>) => ReactNode;
}) {
  const { t } = useTranslation();
  const { told, rows } = useResource(resource, serverId);
  const replaying = useReplaying();
  // A host that plays a recording follows every stream, also those of which it tells nothing.
  if (!told || (replaying && rows.length === 0))
    return <NoLines serverId={serverId} topic={resource} />;
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <table className={className}>
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
