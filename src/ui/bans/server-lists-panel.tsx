import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may, mayInBanList } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { isolated } from '../text/isolated.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { TakeAway } from './take-away.tsx';

const ACCOUNT = ['servers', 'capabilities', 'ban_lists'] as const;

/** The ban lists that a server obeys, the primary one among them. */
export function ServerListsPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [dialog, open] = useDialog();
  const known = account?.ban_lists ?? {};
  const configures = may(account, serverId, 'server.modify.configuration');
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
            of: ({ id, identifier, primary, follows }) => (
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
                {follows.length === 0 ? null : (
                  <span className="soft ban-follows">
                    {t('ofServer.follows', { names: follows.map(isolated).join(', ') })}
                  </span>
                )}
              </>
            ),
          },
          {
            label: t('ofServer.column.bans'),
            of: ({ bans }) => formatCount(bans, locale),
            className: 'numeric count',
          },
          {
            label: t('ofServer.column.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={(row) =>
          configures ? (
            <Button
              aria-label={t('ofServer.takeAwayOf', { name: row.identifier })}
              onClick={() =>
                open((close) => (
                  <TakeAway
                    from="ofServer"
                    listId={row.id}
                    serverId={serverId}
                    identifier={row.identifier}
                    bans={row.bans}
                    primary={row.primary}
                    onClose={close}
                  >
                    {mayInBanList(account, row.id, 'banlist.modify') ? null : (
                      <p>{t('ofServer.takeAwayForGood')}</p>
                    )}
                  </TakeAway>
                ))
              }
            >
              {t('ofServer.takeAway')}
            </Button>
          ) : null
        }
      />
      {dialog}
    </Panel>
  );
}
