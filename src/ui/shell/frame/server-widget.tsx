import { LayoutDashboard, Plus, ScrollText, Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { mayHost, mayManage, mayReadLogs } from '../../../domain/permissions.ts';
import { serverOf } from '../../../domain/routes/find.ts';
import { to } from '../../../domain/routes/routes.ts';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import { STANDING } from '../../../domain/servers/status.ts';
import { useOne, useReplaying, useRow, useView, type ViewHandle } from '../../data/use-view.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { WIDGET_QUERY } from './widget-query.ts';

/** The servers in the sidebar: sign, name, state, and links to what one does with them. */
export function ServerWidget() {
  const { t } = useTranslation('frame');
  const account = useOne({ view: 'account' }).row;
  const view = useView(WIDGET_QUERY);
  const replaying = useReplaying();
  const more = view.total - view.ids.length;
  return (
    <section className="server-widget" aria-label={t('servers')}>
      {view.ready ? null : <Loading lines={3} />}
      <ul>
        {view.ids.map((id) => (
          <WidgetRow key={id} id={id} view={view} account={account} />
        ))}
      </ul>
      {more > 0 ? <p className="soft more">{t('moreServers', { count: more })}</p> : null}
      {view.ready && view.total === 0 && !replaying ? (
        <p className="soft more">{t('noServers')}</p>
      ) : null}
      {mayHost(account, 'host.server.create') ? (
        <ButtonLink href={to.addServer()} icon={<Plus />}>
          {t('addServer')}
        </ButtonLink>
      ) : null}
    </section>
  );
}

function WidgetRow({
  id,
  view,
  account,
}: {
  readonly id: string;
  readonly view: ViewHandle<ServerRow>;
  readonly account: AccountRow | undefined;
}) {
  const { t } = useTranslation('frame');
  const server = useRow(view.row(id), STANDING);
  const [path] = useLocation();
  if (server === undefined) return null;
  const here = serverOf(path) === id;
  const name = server.configuration.identifier;
  return (
    <li className="widget-row" data-here={here}>
      <div className="widget-name">
        <GameSign game={server.configuration.game} />
        <Link href={to.serverDashboard(id)} aria-current={here ? 'page' : undefined} title={name}>
          {name}
        </Link>
        <ServerStatus server={server} />
      </div>
      <div className="widget-links">
        <Link href={to.serverDashboard(id)} aria-label={`${t('dashboard')}: ${name}`}>
          <LayoutDashboard className="icon" />
          {t('dashboard')}
        </Link>
        {mayManage(account, id) ? (
          <Link href={to.server(id, 'overview')} aria-label={`${t('manage')}: ${name}`}>
            <Settings2 className="icon" />
            {t('manage')}
          </Link>
        ) : null}
        {mayReadLogs(account, id) ? (
          <Link href={to.server(id, 'logs-server')} aria-label={`${t('logs')}: ${name}`}>
            <ScrollText className="icon" />
            {t('logs')}
          </Link>
        ) : null}
      </div>
    </li>
  );
}
