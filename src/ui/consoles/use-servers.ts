import { useEffect, useMemo, useState } from 'react';
import type { ServerRow } from '../../domain/rows.ts';
import { LiveView } from '../data/live-view.ts';
import { useDataConnection } from '../data/use-view.ts';

/** A few servers by their ids, in that order, as they are now; those that are not there are left out. */
export function useServers(serverIds: readonly string[]): readonly ServerRow[] {
  const connection = useDataConnection();
  const key = serverIds.join(' ');
  const [rows, setRows] = useState<ReadonlyMap<string, ServerRow>>(new Map());
  useEffect(() => {
    const ends = key.split(' ').flatMap((id) => {
      if (id === '') return [];
      const view = new LiveView<ServerRow>();
      const follow = connection.subscribe({ view: 'server', server_id: id }, view);
      const look = view.row(id).subscribe((row) =>
        setRows((known) => {
          const next = new Map(known);
          if (row === undefined) next.delete(id);
          else next.set(id, row);
          return next;
        }),
      );
      return [follow, look];
    });
    return () => {
      for (const end of ends) end();
    };
  }, [connection, key]);
  return useMemo(() => key.split(' ').flatMap((id) => rows.get(id) ?? []), [key, rows]);
}
