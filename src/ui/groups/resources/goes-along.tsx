import { useTranslation } from 'react-i18next';
import { useResource } from '../../data/use-resource.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatList } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';

/** What goes on holding on a server that another owner takes: the ban lists that it obeys, and the buckets that it uses. */
export function GoesAlong({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const lists = useResource('serverBanLists', serverId).rows;
  const buckets = useResource('serverBuckets', serverId).rows;
  const names = [...lists, ...buckets].map(({ identifier }) => isolated(identifier));
  if (names.length === 0) return null;
  return (
    <p>
      {t('resources.along', { names: formatList(new Set(names), 'conjunction', locale) })}{' '}
      <span className="soft">{t('resources.alongHint')}</span>
    </p>
  );
}
