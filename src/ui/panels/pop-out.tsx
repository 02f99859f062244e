import { AppWindow } from 'lucide-react';
import { useContext, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from 'wouter';
import { to, type WindowPanel } from '../../domain/routes/routes.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { PanelOwner } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { serverTitle } from '../text/server-title.ts';

const FEATURES = 'popup,width=900,height=640';

/** At a panel on its server's own page: elsewhere it has a window, or a tile with a button of its own. */
export function PanelPopOut({
  server,
  panel,
}: {
  readonly server: ServerStanding;
  readonly panel: WindowPanel;
}) {
  const owner = useContext(PanelOwner);
  // A replayed page is one window: another would show what is live.
  const { base } = useRouter();
  if (owner !== null || base !== '') return null;
  return <PopOut serverId={server.id} name={serverTitle(server.configuration)} panel={panel} />;
}

/**
 * Opens a panel in a window of its own; the same panel again brings its window to the front. It is a
 * link: with Ctrl or the middle button it opens as any other.
 */
export function PopOut({
  serverId,
  name,
  panel,
}: {
  readonly serverId: string;
  readonly name: string;
  readonly panel: WindowPanel;
}) {
  const { t } = useTranslation('consoles');
  const label = t('popOut', { name, panel: t(`panel.${panel}`) });
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Without an address a window that is there stays as it is, with what was typed in it.
    const opened = window.open('', `muster-${panel}-${serverId}`, FEATURES);
    if (opened === null) {
      toast(t('blocked'), 'bad');
      return;
    }
    if (opened.location.href === 'about:blank') opened.location.href = event.currentTarget.href;
    opened.focus();
  };
  return (
    <a
      href={to.serverWindow(serverId, panel)}
      className="button"
      data-kind="quiet"
      data-icon="only"
      aria-label={label}
      title={label}
      onClick={open}
    >
      <AppWindow />
    </a>
  );
}
