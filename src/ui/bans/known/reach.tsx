import { useTranslation } from 'react-i18next';
import { useResource } from '../../data/use-resource.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatList } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';
import { AwayServers } from './away.tsx';
import type { BanList } from './ban-list.ts';

/** So many servers are named. */
const NAMED = 3;

/** Out of which servers a ban of a list keeps somebody, before it is made. */
export function Reach({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const { told, rows } = useResource('banListServers', { banlist_id: list.id }, { size: NAMED });
  if (!told && list.servers > 0) return <p>{t('add.reach', { count: list.servers })}</p>;
  const more = list.servers - rows.length;
  const names = [
    ...rows.map(({ identifier }) => isolated(identifier)),
    ...(more > 0 ? [t('player.more', { count: more })] : []),
  ];
  const servers = formatList(new Set(names), 'conjunction', locale);
  return (
    <>
      <p>
        {t('player.reach', { count: list.servers, servers })}{' '}
        {list.followers === 0 ? null : (
          <>{t('player.reachFollowers', { count: list.followers })} </>
        )}
        {list.servers === 0 ? null : <span className="soft">{t('player.leaves')}</span>}
      </p>
      <AwayServers list={list} />
    </>
  );
}
