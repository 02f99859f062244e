import './consoles.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to, type WindowPanel } from '../../domain/routes/routes.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { Reasons } from '../actions/reasons.tsx';
import { useOne } from '../data/use-view.ts';
import { Presence } from '../panels/presence.tsx';
import { Loading } from '../parts/loading.tsx';
import { GameSign, ServerStatus } from '../parts/server-status.tsx';
import { useTitle } from '../parts/title.ts';
import { ConnectionStatus } from '../shell/frame/connection-state.tsx';
import { PANEL_ACTIONS } from './actions-of.ts';
import { ServerPanel } from './server-panel.tsx';
import { serverName } from '../../domain/servers/server-name.ts';

/** `/server/{server_id}/window/{panel}`: one panel, as large as the window. */
export function ServerWindowPage({
  serverId,
  panel,
}: {
  readonly serverId: string;
  readonly panel: WindowPanel;
}) {
  const { t } = useTranslation('consoles');
  const account = useOne({ view: 'account' }).row;
  const server = useOne({ view: 'server', server_id: serverId }, STANDING).row;
  const name = server === undefined ? '' : serverName(server.configuration);
  useTitle(name === '' ? '' : t('tile', { name, panel: t(`panel.${panel}`) }));
  if (server === undefined || account === undefined) return <Loading lines={10} />;
  return (
    <div className="alone">
      <header className="alone-head">
        <GameSign game={server.configuration.game} />
        <h1>
          <Link href={to.serverDashboard(serverId)} title={t('back', { name })}>
            {name}
          </Link>
        </h1>
        <ServerStatus server={server} detailed />
        <Presence serverId={serverId} musterId={account.muster_id} />
        <span className="alone-end">
          <ConnectionStatus />
        </span>
      </header>
      {PANEL_ACTIONS[panel].length === 0 ? null : (
        <Reasons server={server} account={account} among={PANEL_ACTIONS[panel]} />
      )}
      <div className="tile-panel">
        <ServerPanel server={server} account={account} panel={panel} />
      </div>
    </div>
  );
}
