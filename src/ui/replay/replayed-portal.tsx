import { History, LayoutDashboard, Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { DashboardPage } from '../dashboard/page.tsx';
import { useSignalValue } from '../data/use-signal.ts';
import { useOne } from '../data/use-view.ts';
import { CrashBoundary } from '../frame/crash-boundary.tsx';
import { Loading } from '../frame/loading.tsx';
import { ServerWidget } from '../frame/server-widget.tsx';
import { Button } from '../parts/button.tsx';
import { holdClock } from '../parts/clock.ts';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { ROUTES, to } from '../routes.ts';
import { formatMoment } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import { RecordingNotices } from './recording-notices.tsx';
import { TimeLine } from './time-line.tsx';

const ServerDashboardPage = lazy(async () => ({
  default: (await import('../server-dashboard/page.tsx')).ServerDashboardPage,
}));
const ServerPage = lazy(async () => ({ default: (await import('../server/page.tsx')).ServerPage }));

/** The portal as it was at a moment of a recording: its screens, in a frame that nobody mistakes for live. */
export function ReplayedPortal({
  replay,
  onOther,
}: {
  readonly replay: OpenReplay;
  readonly onOther: () => void;
}) {
  const { t } = useTranslation('replay');
  const [path] = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [path]);
  useHeldClock(replay);
  return (
    <div className="replay">
      <Banner replay={replay} onOther={onOther} />
      <div
        className="frame"
        data-menu={menuOpen ? 'open' : 'closed'}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) setMenuOpen(false);
        }}
      >
        <header className="topbar">
          <Button
            kind="quiet"
            icon={<MenuIcon />}
            aria-label={t('menu', { ns: 'frame' })}
            aria-expanded={menuOpen}
            aria-controls="sidebar"
            onClick={() => setMenuOpen(!menuOpen)}
          />
          <Link href={to.dashboard()} className="brand">
            {t('product', { ns: 'common' })}
          </Link>
        </header>
        <nav id="sidebar" className="sidebar" aria-label={t('navigation', { ns: 'frame' })}>
          <Link
            href={to.dashboard()}
            className="nav-link"
            onClick={() => setMenuOpen(false)}
            aria-current={path === to.dashboard() ? 'page' : undefined}
          >
            <LayoutDashboard className="icon" />
            {t('dashboard', { ns: 'frame' })}
          </Link>
          <ServerWidget />
        </nav>
        <button
          type="button"
          className="scrim"
          aria-label={t('close', { ns: 'common' })}
          onClick={() => setMenuOpen(false)}
        />
        <main id="content" className="content" tabIndex={-1}>
          <RecordingNotices recording={replay.recording} />
          <CrashBoundary>
            <Suspense fallback={<Loading />}>
              <Screens />
            </Suspense>
          </CrashBoundary>
        </main>
      </div>
      <TimeLine replay={replay} />
      <Toasts />
    </div>
  );
}

function Banner({
  replay: { moment },
  onOther,
}: {
  readonly replay: OpenReplay;
  readonly onOther: () => void;
}) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const { at } = useSignalValue(moment);
  return (
    <aside className="replay-banner" aria-label={t('banner')}>
      <History className="icon" aria-hidden="true" />
      <p>
        <strong>{t('banner')}</strong>{' '}
        <time className="numeric">{at === null ? t('before') : formatMoment(at, locale)}</time>{' '}
        <span className="soft">{t('readOnly')}</span>
      </p>
      <Button kind="quiet" onClick={onOther}>
        {t('other')}
      </Button>
      <Link href={`~${to.dashboard()}`} className="button">
        {t('leave')}
      </Link>
    </aside>
  );
}

/** All 'three minutes ago' are counted from the moment that is shown. */
function useHeldClock({ moment }: OpenReplay): void {
  useEffect(() => {
    const stop = moment.subscribe(({ at }) => holdClock(at));
    return () => {
      stop();
      holdClock(null);
    };
  }, [moment]);
}

function Screens() {
  const { t } = useTranslation('replay');
  return (
    <Switch>
      <Route path={ROUTES.home}>
        <Redirect to={to.dashboard()} replace />
      </Route>
      <Route path={ROUTES.dashboard}>
        <DashboardPage />
      </Route>
      <Route path={ROUTES.serverDashboard}>
        {({ server_id: id }) => (
          <KnownServer serverId={id} key={id}>
            <ServerDashboardPage serverId={id} />
          </KnownServer>
        )}
      </Route>
      <Route path={ROUTES.serverComponent}>
        {({ server_id: id, component }) => (
          <KnownServer serverId={id} key={id}>
            <ServerPage
              serverId={id}
              component={component === 'logs-server' ? 'logs-server' : 'overview'}
            />
          </KnownServer>
        )}
      </Route>
      <Route>
        <Notice
          action={
            <Link href={to.dashboard()} className="button">
              {t('toDashboard')}
            </Link>
          }
        >
          {t('noPage')}
        </Notice>
      </Route>
    </Switch>
  );
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
