import { Columns2, LayoutDashboard, Menu as MenuIcon, Search, Tv } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useOne, useWorkerState } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { whenIdle } from '../parts/when-idle.ts';
import { to } from '../routes.ts';
import { ConnectionStatus, DesyncBanner } from './connection-state.tsx';
import { Overlay } from './overlay.tsx';
import { helpOpen, paletteOpen } from './overlays.ts';
import { Persona } from './persona.tsx';
import { commandKey } from './key-names.ts';
import { ServerWidget } from './server-widget.tsx';
import { VerifyNotice } from './verify-notice.tsx';

/** Menus and dialogs come after the page that is looked at. */
const ProfileMenu = lazy(async () => {
  await whenIdle();
  return { default: (await import('./profile-menu.tsx')).ProfileMenu };
});

/** What stands around every page: top bar, sidebar, banners, footer. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('frame');
  const [path] = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const worker = useWorkerState();
  const link = useOne({ view: 'link' }).row?.connection.kind;
  useEffect(() => setMenuOpen(false), [path]);
  const menuButton = useRef<HTMLButtonElement>(null);

  return (
    <div
      className="frame"
      data-menu={menuOpen ? 'open' : 'closed'}
      data-lost={link === 'lost' || link === 'refused'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menuOpen || event.defaultPrevented) return;
        setMenuOpen(false);
        menuButton.current?.focus();
      }}
    >
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <header className="topbar">
        <Button
          ref={menuButton}
          kind="quiet"
          icon={<MenuIcon />}
          aria-label={t('menu')}
          aria-expanded={menuOpen}
          aria-controls="sidebar"
          onClick={() => setMenuOpen(!menuOpen)}
        />
        <Link href={to.dashboard()} className="brand">
          {t('product', { ns: 'common' })}
        </Link>
        <button
          type="button"
          className="palette-open"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={() => (paletteOpen.value = true)}
        >
          <Search className="icon" />
          <span>{t('palette')}</span>
          <kbd className="mono">{commandKey('K')}</kbd>
        </button>
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
      </header>
      <nav id="sidebar" className="sidebar" aria-label={t('navigation')}>
        <Link
          href={to.dashboard()}
          className="nav-link"
          onClick={() => setMenuOpen(false)}
          aria-current={path === to.dashboard() ? 'page' : undefined}
        >
          <LayoutDashboard className="icon" />
          {t('dashboard')}
        </Link>
        <Link
          href={to.walls()}
          className="nav-link"
          onClick={() => setMenuOpen(false)}
          aria-current={path.startsWith(to.walls()) ? 'page' : undefined}
        >
          <Tv className="icon" />
          {t('walls')}
        </Link>
        <Link
          href={to.consoles()}
          className="nav-link"
          onClick={() => setMenuOpen(false)}
          aria-current={path === to.consoles() ? 'page' : undefined}
        >
          <Columns2 className="icon" />
          {t('consoles')}
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
        {worker.kind === 'restarting' ? <Notice tone="warn">{t('restarting')}</Notice> : null}
        <DesyncBanner />
        <VerifyNotice />
        {children}
        <footer className="footer">
          <span>{t('product', { ns: 'common' })}</span>
          <a href="/docs">{t('api')}</a>
        </footer>
      </main>
      <Overlay />
    </div>
  );
}
