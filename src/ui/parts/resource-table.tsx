import type { ReactNode } from 'react';
import type { ResourceView } from '../../domain/queries.ts';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import type { Whose } from '../data/rows-query.ts';
import { useResource } from '../data/use-resource.ts';
import { useReplaying } from '../data/use-view.ts';
import { NoLines } from './no-lines.tsx';
import { RowsTable, type Column } from './rows-table.tsx';

/** The rows of a server or a group or, with null, of what the account has for itself, as a table; or why there are none. */
export function ResourceTable<R extends ResourceName>({
  resource,
  serverId,
  shows = () => true,
  empty = '',
  ...table
}: {
  readonly resource: R;
  readonly serverId: Whose;
  /** Absent: all of them. */
  readonly shows?: (row: ResourceView<R>) => boolean;
  /** What to say where there are none. */
  readonly empty?: ReactNode;
  readonly columns: readonly [Column<ResourceView<R>>, ...Column<ResourceView<R>>[]];
  readonly actions: (row: ResourceView<R>) => ReactNode;
}) {
  const { told, rows } = useResource(resource, serverId);
  const replaying = useReplaying();
  const shown = rows.filter(shows);
  // A host that plays a recording follows every stream, also those of which it tells nothing.
  if (!told || (replaying && shown.length === 0))
    return <NoLines serverId={serverId} topic={resource} />;
  if (shown.length === 0) return <div className="empty">{empty}</div>;
  return <RowsTable rows={shown} {...table} />;
}
