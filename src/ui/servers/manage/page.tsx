import { OwnBans } from '../../bans/own-bans.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import './server.css';
import { useTranslation } from 'react-i18next';
import { may, mayReadLogs } from '../../../domain/permissions.ts';
import { to, type ServerComponent } from '../../../domain/routes/routes.ts';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import { useOne } from '../../data/use-view.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { ToPast } from '../../parts/to-past.tsx';
import { useTitle } from '../../parts/title.ts';
import { ServerModules } from '../../modules/server-modules.tsx';
import { ServerSchedules } from '../../schedules/server-schedules.tsx';
import { DangerPanel } from './danger-panel.tsx';
import { LogsPage } from './logs/logs-page.tsx';
import { Overview } from './overview.tsx';
import { serverName } from '../../../domain/servers/server-name.ts';

const SECTION_TITLE = {
  overview: 'overview',
  schedules: 'schedules',
  modules: 'modules',
  'logs-server': 'logs.title',
  'access-restricted': 'overview',
} as const satisfies Readonly<Record<ServerComponent, string>>;

/** `/server/{server_id}/{component}`. */
export function ServerPage({
  serverId,
  component,
}: {
  readonly serverId: string;
  readonly component: ServerComponent;
}) {
  const { t } = useTranslation('serverPages');
  const server = useOne({ view: 'server', server_id: serverId }).row;
  const account = useOne({ view: 'account' }).row;
  useTitle(server === undefined ? '' : serverName(server.configuration));
  if (server === undefined || account === undefined) return <Loading lines={10} />;
  const { game } = server.configuration;
  if (component === 'access-restricted') {
    return <RestrictedPage server={server} account={account} />;
  }
  const sections: readonly ServerComponent[] = mayReadLogs(account, serverId)
    ? ['overview', 'schedules', 'modules', 'logs-server']
    : ['overview', 'schedules', 'modules'];
  return (
    <>
      <header className="server-title">
        <GameSign game={game} />
        <h1>{serverName(server.configuration)}</h1>
        <ServerStatus server={server} detailed />
        <ToPast server={server} />
      </header>
      <PageTabs
        label={t('sections')}
        current={component}
        tabs={[
          { name: 'dashboard', href: to.serverDashboard(serverId), text: t('dashboard') },
          ...sections.map((name) => ({
            name,
            href: to.server(serverId, name),
            text: t(SECTION_TITLE[name]),
          })),
        ]}
      />
      {component === 'overview' ? (
        <Overview server={server} account={account} />
      ) : component === 'schedules' ? (
        <ServerSchedules server={server} account={account} />
      ) : component === 'modules' ? (
        <ServerModules server={server} account={account} />
      ) : (
        <LogsPage serverId={serverId} account={account} />
      )}
    </>
  );
}

/** A server that nobody may use, and what its owner can do about it. */
function RestrictedPage({
  server,
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverPages');
  const { restriction } = server.configuration;
  const identifier = serverName(server.configuration);
  const owns = may(account, server.id, 'server.delete');
  const why = () => {
    if (restriction?.by === 'plan') {
      const { servers } = account.limits;
      return owns && servers !== null
        ? t('restricted.planOwner', { identifier, count: servers })
        : t('restricted.plan', { identifier });
    }
    const reason = restriction?.reason ?? null;
    return reason === null
      ? t('restricted.operator', { identifier })
      : t('restricted.operatorReason', { identifier, reason });
  };
  return (
    <div className="stack">
      <h1>{t('restricted.title')}</h1>
      <Notice tone="warn">{why()}</Notice>
      <p className="soft">{t('restricted.rests')}</p>
      <p>
        <ButtonLink href={to.dashboard()}>{t('restricted.back')}</ButtonLink>
      </p>
      {owns ? <DangerPanel server={server} /> : <OwnBans server={server} />}
    </div>
  );
}
