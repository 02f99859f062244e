import { History, Keyboard } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { holdClock } from '../data/clock.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { CrashBoundary } from '../parts/crash-boundary.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { FrameShell } from '../shell/frame/frame-shell.tsx';
import { PaletteButton } from '../shell/frame/palette-button.tsx';
import { helpOpen } from '../shell/keys/overlays.ts';
import { Overlay } from '../shell/palette/overlay.tsx';
import { formatMoment } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import { RecordingNotices } from './recording-notices.tsx';
import { TimeLine } from './time-line.tsx';

/** The portal as it was at a moment of a recording: its screens, in a frame that nobody mistakes for live. */
export function ReplayedPortal({
  replay,
  screens,
  past,
  onOther,
}: {
  readonly replay: OpenReplay;
  readonly screens: ReactNode;
  /** It is no file but the past of this host, which says so itself, and has an address of its own. */
  readonly past?: { readonly banner: ReactNode; readonly notices: ReactNode };
  /** Absent: there is no other recording. */
  readonly onOther?: () => void;
}) {
  useHeldClock(replay);
  return (
    <div className="replay">
      <FrameShell top={<Top />}>
        {past?.notices ?? <RecordingNotices recording={replay.recording} />}
        <CrashBoundary>
          <Suspense fallback={<Loading />}>{screens}</Suspense>
        </CrashBoundary>
      </FrameShell>
      {/* It stands above the frame; 'Skip to content' stays the first link. */}
      {past?.banner ?? <Banner replay={replay} onOther={onOther} />}
      <TimeLine replay={replay} onOther={onOther} hasAddress={past === undefined} />
      <Overlay />
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
  readonly onOther: (() => void) | undefined;
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
      {onOther === undefined ? null : (
        <Button kind="quiet" onClick={onOther}>
          {t('other')}
        </Button>
      )}
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
