import { useMemo } from 'react';
import { numberedNames } from '../../domain/actions/aim.ts';
import { HELD_ENTRIES } from '../../domain/feed/entries.ts';
import { useRows } from '../data/use-view.ts';

/** Who has which number on a BattlEye server, as far as its console is held here. */
export function useNumberedNames(serverId: string): ReadonlyMap<number, string> {
  const { rows } = useRows({ view: 'console', server_id: serverId, limit: HELD_ENTRIES });
  return useMemo(
    () => numberedNames(rows.flatMap(({ line }) => (line.direction === 'out' ? [] : [line.text]))),
    [rows],
  );
}
