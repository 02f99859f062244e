import '../../panels/panels.css';
import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { STANDING } from '../../../domain/servers/status.ts';
import { useOne } from '../../data/use-view.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { useTitle } from '../../parts/title.ts';
import { ChartPanel } from './chart-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { HeatMapPanel } from './heat-map-panel.tsx';

/** As large as leaves the others above the fold of 1440 × 900. */
const HEIGHT = 240;

/** `/dashboard/{server_id}/charts`: how many played when, to look at from further off. */
export function ChartsPage({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('charts');
  const server = useOne({ view: 'server', server_id: serverId }, STANDING).row;
  useTitle(server === undefined ? '' : serverName(server.configuration));
  if (server === undefined) return <Loading lines={12} />;
  return (
    <>
      <header className="server-title">
        <GameSign game={server.configuration.game} />
        <h1>{serverName(server.configuration)}</h1>
        <ServerStatus server={server} detailed />
        <ButtonLink href={to.serverDashboard(serverId)}>{t('toServer')}</ButtonLink>
      </header>
      <div className="charts">
        <ChartPanel serverId={serverId} height={HEIGHT} />
        <div className="charts-beside">
          <HeatMapPanel serverId={serverId} />
          <DaysPanel serverId={serverId} />
        </div>
      </div>
    </>
  );
}
