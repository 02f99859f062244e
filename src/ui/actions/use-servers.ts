import { useMemo } from 'react';
import type { ServerRow } from '../../domain/rows.ts';
import { useRows } from '../data/use-view.ts';

/** Servers by their ids, in that order, as they are now; those that are not there are left out. */
export function useServers(serverIds: readonly string[]): readonly ServerRow[] {
  const { rows } = useRows({
    view: 'servers',
    filter: { ids: serverIds },
    sort: 'identifier',
    direction: 'asc',
    // None at all would be all.
    window: { from: 0, to: serverIds.length },
  });
  return useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return serverIds.flatMap((id) => byId.get(id) ?? []);
  }, [rows, serverIds]);
}
