import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, useLocation, useSearch } from 'wouter';
import { findRoute, redirectOf } from '../../domain/routes/find.ts';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { DashboardPage } from '../servers/list/page.tsx';
import { ServerPage } from '../servers/manage/page.tsx';
import { ServerDashboardPage } from '../servers/dashboard/page.tsx';

/** The screens that a recording is shown on. */
export function ReplayedScreens() {
  const [path] = useLocation();
  const redirect = redirectOf(path, useSearch());
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

/** A server's screen stays open where the recording does not know the server yet, or no more. */
function KnownServer({
  serverId,
  children,
}: {
  readonly serverId: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('replay');
  const { ready, row } = useOne({ view: 'server', server_id: serverId });
  if (row !== undefined) return children;
  return ready ? <Notice tone="warn">{t('unknownServer')}</Notice> : <Loading lines={10} />;
}

/** In the place of a page that shows nothing of a recording. */
function NotReplayed() {
  const { t } = useTranslation('replay');
  return (
    <Notice action={<ButtonLink href={to.dashboard()}>{t('toDashboard')}</ButtonLink>}>
      {t('noPage')}
    </Notice>
  );
}
