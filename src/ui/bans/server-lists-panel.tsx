import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { formatCount, formatMoment } from '../text/format.ts';

const ACCOUNT = ['ban_lists'] as const;

/** The ban lists that a server obeys, the primary one among them. */
export function ServerListsPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const known = useOne({ view: 'account' }, ACCOUNT).row?.ban_lists ?? {};
  return (
    <Panel
      title={t('ofServer.title')}
      padded={false}
      tools={<Link href={to.banManager()}>{t('ofServer.toLists')}</Link>}
    >
      <ResourceTable
        resource="serverBanLists"
        serverId={serverId}
        empty={`${t('ofServer.empty')} ${t('ofServer.next')}`}
        columns={[
          {
            label: t('ofServer.column.name'),
            of: ({ id, identifier, primary }) => (
              <>
                {Object.hasOwn(known, id) ? (
                  <Link href={to.banList(id)}>
                    <bdi>{identifier}</bdi>
                  </Link>
                ) : (
                  <bdi>{identifier}</bdi>
                )}
                {primary ? (
                  <span className="tag" title={t('servers.primaryHint')}>
                    {t('servers.primary')}
                  </span>
                ) : null}
              </>
            ),
          },
          {
            label: t('ofServer.column.bans'),
            of: ({ bans }) => formatCount(bans, locale),
            className: 'numeric',
          },
          {
            label: t('ofServer.column.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={() => null}
      />
    </Panel>
  );
}
