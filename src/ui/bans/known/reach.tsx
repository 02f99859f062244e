import { useTranslation } from 'react-i18next';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import { useResource } from '../../data/use-resource.ts';
import { AwayServers } from './away.tsx';
import type { BanList } from './ban-list.ts';
import { useNamedServers } from './use-named-servers.ts';

/** Of how many servers Muster keeps out whom a list bans; those that it only watches do not count. `names` null: not told yet. */
export function useReached(list: Pick<BanList, 'id' | 'servers'>): {
  readonly count: number;
  readonly names: readonly string[] | null;
} {
  const { told, rows } = useResource('banListServers', { banlist_id: list.id });
  if (list.servers === 0) return { count: 0, names: [] };
  if (!told) return { count: list.servers, names: null };
  const names = rows.flatMap(({ game, identifier }) => (hasRemoteControl(game) ? identifier : []));
  return { count: names.length, names };
}

/** Out of which servers a ban of a list keeps somebody, before it is made. */
export function Reach({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const said = useNamedServers();
  const reached = useReached(list);
  if (reached.names === null) return <p>{t('add.reach', { count: reached.count })}</p>;
  const { count } = reached;
  const servers = said(reached.names);
  return (
    <>
      <p>
        {t('player.reach', { count, servers })}{' '}
        {list.followers === 0 ? null : (
          <>{t('player.reachFollowers', { count: list.followers })} </>
        )}
        {count === 0 ? null : <span className="soft">{t('player.leaves')}</span>}
      </p>
      <AwayServers list={list} />
    </>
  );
}
