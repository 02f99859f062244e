import { may } from '../../../domain/permissions.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import { useOne, useRows } from '../../data/use-view.ts';
import type { SelectOption } from '../../parts/select.tsx';

const ACCOUNT = ['servers', 'capabilities'] as const;
/** So many servers can be chosen from. */
const LISTED = 1_000;

/**
 * The servers that Muster can keep somebody out of and whose configuration the account may change, by name, but for those
 * that are in already; `inAlready`: all of them are.
 */
export function useFreeServers(there: readonly { readonly id: string }[]): {
  readonly free: readonly SelectOption[];
  readonly inAlready: boolean;
} {
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const { rows } = useRows({
    view: 'servers',
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const known = new Set(there.map(({ id }) => id));
  const theirs = rows.filter(
    ({ id, configuration }) =>
      hasRemoteControl(configuration.game) && may(account, id, 'server.modify.configuration'),
  );
  const free = theirs
    .filter(({ id }) => !known.has(id))
    .map(({ id, configuration }) => ({ value: id, label: serverName(configuration) }));
  return { free, inAlready: free.length === 0 && theirs.length > 0 };
}
