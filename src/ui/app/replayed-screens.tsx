import { Redirect, useLocation } from 'wouter';
import { findRoute, redirectOf } from '../../domain/routes/find.ts';
import { KnownServer } from '../replay/known-server.tsx';
import { NotReplayed } from '../replay/not-replayed.tsx';
import { DashboardPage } from '../servers/list/page.tsx';
import { ServerPage } from '../servers/manage/page.tsx';
import { ServerDashboardPage } from '../servers/room/page.tsx';

/** The screens that a recording is shown on. */
export function ReplayedScreens() {
  const [path] = useLocation();
  const redirect = redirectOf(path);
  if (redirect !== null) return <Redirect to={redirect} replace />;
  const found = findRoute(path);
  switch (found?.name) {
    case 'dashboard':
      return <DashboardPage />;
    case 'serverDashboard':
    case 'serverComponent': {
      const { server_id: id } = found.params;
      return (
        <KnownServer serverId={id} key={id}>
          {found.name === 'serverDashboard' ? (
            <ServerDashboardPage serverId={id} />
          ) : (
            <ServerPage
              serverId={id}
              component={found.params.component === 'logs-server' ? 'logs-server' : 'overview'}
            />
          )}
        </KnownServer>
      );
    }
    default:
      return <NotReplayed />;
  }
}
