import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { useOne, useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { ServerLink } from '../parts/server-name.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { banErrorText, mayIn, missingIn, type BanList } from '../bans/known/ban-list.ts';
import { TakeAway } from '../bans/take-away.tsx';
import { Missing } from './missing.tsx';

const ACCOUNT = ['servers', 'capabilities'] as const;
type Row = ResourceView<'banListServers'>;

/** The servers that obey a list: more of them, fewer, and for which it is the primary one. */
export function ServersPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  return mayIn(list, 'banlist.view') ? (
    <Servers list={list} />
  ) : (
    <Missing title={t('servers.title')} list={list} permission="banlist.view" />
  );
}

function Servers({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const games = useTranslation('server').t;
  // What permissions are called stands there.
  useTranslation('groups');
  const locale = useLocale();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [dialog, open] = useDialog();
  const modifies = mayIn(list, 'banlist.modify');
  const isFixed = list.deleting !== null;
  return (
    <Panel
      title={t('servers.title')}
      padded={false}
      tools={
        isFixed || !modifies ? undefined : (
          <Button
            icon={<Plus />}
            onClick={() => open((close) => <AssignDialog list={list} onClose={close} />)}
          >
            {t('servers.add')}
          </Button>
        )
      }
    >
      {modifies ? null : <p className="soft ban-lines">{missingIn(list, ['banlist.modify'])}</p>}
      <ResourceTable
        resource="banListServers"
        serverId={{ banlist_id: list.id }}
        empty={t('servers.empty')}
        columns={[
          {
            label: t('servers.name'),
            of: ({ id, identifier, primary }) => (
              <>
                <ServerLink id={id} told={identifier} />
                {primary ? (
                  <span className="tag" title={t('servers.primaryHint')}>
                    {t('servers.primary')}
                  </span>
                ) : null}
              </>
            ),
          },
          {
            label: t('servers.game'),
            of: ({ game }) => games(`game.${gameName(game)}`),
            className: 'word',
          },
          {
            label: t('servers.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={(row) => (
          <Tools
            list={list}
            row={row}
            modifies={modifies}
            configures={may(account, row.id, 'server.modify.configuration')}
            onTakeAway={() =>
              open((close) => (
                <TakeAway
                  from="servers"
                  listId={list.id}
                  serverId={row.id}
                  identifier={row.identifier}
                  bans={list.bans}
                  primary={row.primary}
                  onClose={close}
                />
              ))
            }
          />
        )}
      />
      {dialog}
    </Panel>
  );
}

/** What can be done with a server of the list. */
function Tools({
  list,
  row: { id: server_id, identifier: server, primary },
  modifies,
  configures,
  onTakeAway,
}: {
  readonly list: BanList;
  readonly row: Row;
  readonly modifies: boolean;
  readonly configures: boolean;
  readonly onTakeAway: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const makePrimary = async () => {
    const outcome = await commands.call('banListAssign', {
      params: { banlist_id: list.id },
      body: { server_id, primary: true },
    });
    if (outcome.ok) toast(t('servers.isPrimary', { server }));
    else toast(banErrorText(outcome.error), 'bad');
  };
  if (list.deleting !== null) return null;
  return (
    <>
      {modifies && configures && !primary ? (
        <Button
          aria-label={t('servers.makePrimaryOf', { server })}
          onClick={() => void makePrimary()}
        >
          {t('servers.makePrimary')}
        </Button>
      ) : null}
      {modifies || configures ? (
        <Button aria-label={t('servers.takeAwayOf', { name: server })} onClick={onTakeAway}>
          {t('servers.takeAway')}
        </Button>
      ) : null}
    </>
  );
}
