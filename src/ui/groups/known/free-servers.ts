import { may } from '../../../domain/permissions.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { useOne, useRows } from '../../data/use-view.ts';
import type { SelectOption } from '../../parts/select.tsx';

const ACCOUNT = ['servers', 'capabilities'] as const;
/** So many servers can be chosen from. */
const LISTED = 1_000;

/** The servers whose configuration the account may change, by name, but for those that are in already. */
export function useFreeServers(there: readonly { readonly id: string }[]): readonly SelectOption[] {
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const { rows } = useRows({
    view: 'servers',
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const known = new Set(there.map(({ id }) => id));
  return rows
    .filter(({ id }) => !known.has(id) && may(account, id, 'server.modify.configuration'))
    .map(({ id, configuration }) => ({ value: id, label: serverName(configuration) }));
}
