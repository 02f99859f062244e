import { History, Keyboard, LayoutDashboard } from 'lucide-react';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Redirect, Route, Switch } from 'wouter';
import { DashboardPage } from '../dashboard/page.tsx';
import { holdClock } from '../data/clock.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CrashBoundary } from '../parts/crash-boundary.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { ROUTES, to } from '../routes.ts';
import { FrameShell } from '../shell/frame/frame-shell.tsx';
import { PaletteButton } from '../shell/frame/palette-button.tsx';
import { helpOpen } from '../shell/keys/overlays.ts';
import { Overlay } from '../shell/palette/overlay.tsx';
import { formatMoment } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import { REPLAYED } from './reach.ts';
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
  useHeldClock(replay);
  const links = [
    { href: to.dashboard(), icon: LayoutDashboard, label: t('dashboard', { ns: 'frame' }) },
  ];
  return (
    <div className="replay">
      <FrameShell top={<Top />} links={links}>
        <RecordingNotices recording={replay.recording} />
        <CrashBoundary>
          <Suspense fallback={<Loading />}>
            <Screens />
          </Suspense>
        </CrashBoundary>
      </FrameShell>
      {/* It stands above the frame; 'Skip to content' stays the first link. */}
      <Banner replay={replay} onOther={onOther} />
      <TimeLine replay={replay} onOther={onOther} />
      <Overlay reach={REPLAYED} />
    </div>
  );
}

function Top() {
  const { t } = useTranslation('frame');
  return (
    <>
      <PaletteButton />
      <div className="topbar-end">
        <Button
          kind="quiet"
          icon={<Keyboard />}
          aria-label={t('shortcuts')}
          title={t('shortcuts')}
          onClick={() => {
            helpOpen.value = true;
          }}
        />
      </div>
    </>
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
  const { at, position } = useSignalValue(moment);
  return (
    <aside className="replay-banner" aria-label={t('banner')}>
      <History className="icon" aria-hidden="true" />
      <p>
        <strong>{t('banner')}</strong>{' '}
        <time className="numeric">
          {position === 0 || at === null ? t('before') : formatMoment(at, locale)}
        </time>{' '}
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
