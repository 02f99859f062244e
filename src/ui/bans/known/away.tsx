import { useTranslation } from 'react-i18next';
import type { ServerStatusName } from '../../../protocol/enumerations.ts';
import { useResource } from '../../data/use-resource.ts';
import { useRows } from '../../data/use-view.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatList } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';
import type { BanList } from './ban-list.ts';

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
/** So many servers are named. */
const NAMED = 3;

/** On which servers of a list a ban waits until they are back, of those that the account sees; nothing where on none. */
export function AwayServers({ list }: { readonly list: Pick<BanList, 'id'> }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const { rows: obeying } = useResource('banListServers', { banlist_id: list.id });
  const { rows: away } = useRows({
    view: 'servers',
    filter: { states: AWAY },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const names = new Map(obeying.map(({ id, identifier }) => [id, identifier]));
  const waiting = away.flatMap(({ id }) => names.get(id) ?? []);
  if (waiting.length === 0) return null;
  const more = waiting.length - NAMED;
  const said = [
    ...waiting.slice(0, NAMED).map(isolated),
    ...(more > 0 ? [t('player.more', { count: more })] : []),
  ];
  const servers = formatList(new Set(said), 'conjunction', locale);
  return <p>{t('waits', { count: waiting.length, servers })}</p>;
}
