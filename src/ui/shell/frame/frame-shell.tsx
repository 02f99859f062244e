import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { Button } from '../../parts/button.tsx';
import { useScrollRestoration } from '../../parts/scroll-restoration.ts';
import { PageLinks } from './page-links.tsx';
import { ServerWidget } from './server-widget.tsx';

/** Top bar, sidebar and room for a page; on a phone the sidebar is a menu that opens over it. */
export function FrameShell({
  top,
  lost = false,
  children,
}: {
  /** What stands in the top bar, beside the menu's button and the name. */
  readonly top?: ReactNode;
  readonly lost?: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('frame');
  const [path] = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [path]);
  const content = useRef<HTMLElement>(null);
  useScrollRestoration(content, path);
  const menuButton = useRef<HTMLButtonElement>(null);
  return (
    <div
      className="frame"
      data-menu={menuOpen ? 'open' : 'closed'}
      data-lost={lost}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menuOpen || event.defaultPrevented) return;
        setMenuOpen(false);
        menuButton.current?.focus();
      }}
    >
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          // Its own address would take the place of the moment that a replay's address names.
          event.preventDefault();
          content.current?.focus();
        }}
      >
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
        {/* The first link below leads there, too. */}
        <Link href={to.dashboard()} className="brand" tabIndex={-1}>
          {t('product', { ns: 'common' })}
        </Link>
        {top}
      </header>
      <nav id="sidebar" className="sidebar" aria-label={t('navigation')}>
        <PageLinks onChosen={() => setMenuOpen(false)} />
        <ServerWidget />
      </nav>
      <button
        type="button"
        className="scrim"
        aria-label={t('close', { ns: 'common' })}
        onClick={() => setMenuOpen(false)}
      />
      <main id="content" className="content" tabIndex={-1} ref={content}>
        {children}
      </main>
    </div>
  );
}
