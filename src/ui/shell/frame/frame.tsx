import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionKind, useWorkerState } from '../../data/use-view.ts';
import { Notice } from '../../parts/notice.tsx';
import { whenIdle } from '../../parts/when-idle.ts';
import { helpOpen } from '../keys/overlays.ts';
import { Overlay } from '../palette/overlay.tsx';
import { ConnectionBanner, ConnectionStatus } from './connection-state.tsx';
import { FrameShell } from './frame-shell.tsx';
import { MemoryOnlyBanner } from './memory-only.tsx';
import { PaletteButton } from './palette-button.tsx';
import { Persona } from './persona.tsx';

/** Menus and dialogs come after the page that is looked at. */
const ProfileMenu = lazy(async () => {
  await whenIdle();
  return { default: (await import('./profile-menu.tsx')).ProfileMenu };
});

const VerifyNotice = lazy(async () => {
  await whenIdle();
  return { default: (await import('./verify-notice.tsx')).VerifyNotice };
});

const RestrictedModal = lazy(async () => {
  await whenIdle();
  return { default: (await import('./restricted-modal.tsx')).RestrictedModal };
});

const InvitedNotice = lazy(async () => {
  await whenIdle();
  return { default: (await import('./invited-notice.tsx')).InvitedNotice };
});

const TopSearch = lazy(async () => {
  await whenIdle();
  return { default: (await import('./top-search.tsx')).TopSearch };
});

/** What stands around every page: top bar, sidebar, banners, footer. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('frame');
  const worker = useWorkerState();
  const link = useConnectionKind();
  return (
    <>
      <FrameShell top={<Top />} lost={link === 'lost' || link === 'refused'}>
        {worker.kind === 'restarting' ? <Notice tone="warn">{t('restarting')}</Notice> : null}
        <ConnectionBanner />
        <MemoryOnlyBanner />
        <Suspense fallback={null}>
          <VerifyNotice />
          <InvitedNotice />
          <RestrictedModal />
        </Suspense>
        {children}
        <footer className="footer">
          <span>{t('product', { ns: 'common' })}</span>
          <a href="/docs">{t('api')}</a>
        </footer>
      </FrameShell>
      <Overlay />
    </>
  );
}

function Top() {
  return (
    <>
      <PaletteButton />
      <Suspense fallback={null}>
        <TopSearch />
      </Suspense>
      <div className="topbar-end">
        <ConnectionStatus />
        <Suspense
          fallback={
            <span className="button" data-kind="quiet">
              <Persona />
            </span>
          }
        >
          <ProfileMenu onHelp={() => (helpOpen.value = true)} />
        </Suspense>
      </div>
    </>
  );
}
