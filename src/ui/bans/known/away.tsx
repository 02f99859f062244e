import { useTranslation } from 'react-i18next';
import type { ServerStatusName } from '../../../protocol/enumerations.ts';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import { useResource } from '../../data/use-resource.ts';
import { useRows } from '../../data/use-view.ts';
import type { BanList } from './ban-list.ts';
import { useNamedServers } from './use-named-servers.ts';

/** In these nobody is kicked: Muster does not know by now who is on the server. */
const AWAY: readonly ServerStatusName[] = [
  'offline',
  'error',
  'connecting',
  'starting',
  'deploying',
  'restricted',
];
const LISTED = 1_000;

/**
 * On which servers of a list a ban waits until they are back, of those that the account sees, and on which it never holds;
 * nothing where on none.
 */
export function AwayServers({ list }: { readonly list: Pick<BanList, 'id'> }) {
  const { t } = useTranslation('bans');
  const { rows: obeying } = useResource('banListServers', { banlist_id: list.id });
  const { rows: away } = useRows({
    view: 'servers',
    filter: { states: AWAY },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const watched = obeying.filter(({ game }) => !hasRemoteControl(game));
  const controlled = obeying.filter(({ game }) => hasRemoteControl(game));
  const names = new Map(controlled.map(({ id, identifier }) => [id, identifier]));
  const waiting = away.flatMap(({ id }) => names.get(id) ?? []);
  const said = useNamedServers();
  return (
    <>
      {waiting.length === 0 ? null : (
        <p>{t('waits', { count: waiting.length, servers: said(waiting) })}</p>
      )}
      {watched.length === 0 ? null : (
        <p>{t('watched', { servers: said(watched.map(({ identifier }) => identifier)) })}</p>
      )}
    </>
  );
}
