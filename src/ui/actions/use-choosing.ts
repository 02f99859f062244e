import { useMemo } from 'react';
import type { AccountRow } from '../../domain/rows.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useDataConnection, useOne, useStable } from '../data/use-view.ts';
import { chosenOf, listedIds, type ServersQuery } from './chosen.ts';

/** What a list is told of choosing its rows. */
export interface Choosing {
  readonly ids: ReadonlySet<string>;
  /** `through`: all between the one that was turned last and this one. */
  readonly onTurn: (id: string, chosen: boolean, through: boolean) => void;
  /** Every row of the list, and no other. */
  readonly onAll: (chosen: boolean) => void;
}

const PERMISSIONS = ['servers'] as const;

/** Lets servers of a list be chosen; null where there is nothing that the account could do with them. */
export function useChoosing(listed: ServersQuery): Choosing | null {
  const connection = useDataConnection();
  const chosen = chosenOf(connection);
  const ids = useSignalValue(chosen.ids);
  const { sort, direction, filter } = useStable({ ...listed, window: { from: 0, to: 0 } });
  const acts = mayAct(useOne({ view: 'account' }, PERMISSIONS).row);
  const turns = useMemo(() => {
    const all = () => listedIds(connection, { view: 'servers', sort, direction, filter });
    return {
      onTurn: (id: string, on: boolean, through: boolean) => {
        if (!through) chosen.turn(id, on);
        else void all().then((list) => chosen.turnThrough(id, on, list));
      },
      onAll: (on: boolean) =>
        void all().then((list) => (on ? chosen.add(list) : chosen.remove(list))),
    };
  }, [connection, chosen, sort, direction, filter]);
  return acts && !connection.replaying ? { ids, ...turns } : null;
}

/** Whether there is anything that the account may do with a whole server. */
function mayAct(account: Pick<AccountRow, 'servers'> | undefined): boolean {
  return Object.values(account?.servers ?? {}).some((names) =>
    names.some(
      (name) => name === 'server.modify.configuration' || name.startsWith('server.action.'),
    ),
  );
}
