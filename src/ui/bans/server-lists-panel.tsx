import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may, mayInBanList } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import { to } from '../../domain/routes/routes.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { banErrorText } from './known/ban-list.ts';

const ACCOUNT = ['servers', 'capabilities', 'ban_lists'] as const;
type Row = ResourceView<'serverBanLists'>;

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
        actions={(row) =>
          configures ? (
            <Button
              aria-label={t('ofServer.takeAwayOf', { name: row.identifier })}
              onClick={() =>
                open((close) => (
                  <TakeAway
                    serverId={serverId}
                    row={row}
                    modifies={mayInBanList(account, row.id, 'banlist.modify')}
                    onClose={close}
                  />
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

/** Says who may join again, and who alone can undo it, before it is so. */
function TakeAway({
  serverId: server_id,
  row: { id: banlist_id, identifier, bans, primary },
  modifies,
  onClose,
}: {
  readonly serverId: string;
  readonly row: Row;
  readonly modifies: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const name = isolated(identifier);
  return (
    <Confirm
      title={t('ofServer.takeAwayAsked', { name })}
      action={t('ofServer.takeAway')}
      done={t('ofServer.takenAway', { name })}
      refusalText={banErrorText}
      onYes={() =>
        commands.call('banListUnassign', { params: { banlist_id, server_id }, body: {} })
      }
      onClose={onClose}
    >
      <p>{t('ofServer.takeAwaySays', { count: bans })}</p>
      {primary ? <p>{t('ofServer.takeAwayPrimary')}</p> : null}
      {modifies ? null : <p>{t('ofServer.takeAwayForGood')}</p>}
    </Confirm>
  );
}
