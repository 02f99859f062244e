import '../panels/panels.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may, mayOpen, mayRead } from '../../domain/permissions.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import type { WindowPanel } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { useConnectionKind } from '../data/use-view.ts';
import { ConsolePanel } from '../panels/console-panel.tsx';
import { FeedPanel } from '../panels/feed-panel.tsx';
import { PlayersPanel } from '../panels/players-panel.tsx';
import { OwnPanelsAddress, type PanelsAddressHandle } from '../panels/use-panels-address.ts';
import { PANELS_ADDRESS, type PanelsAddress } from '../parts/addresses/panels.ts';
import { PanelOwner } from '../parts/panel.tsx';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { WhoGives } from '../parts/who-gives.tsx';
import { permissionName } from '../text/permission-name.ts';
import { NamesakesContext, useByGlance } from '../parts/players/namesakes.ts';

/** What lets somebody see all of a panel. */
const NEEDED = {
  console: 'server.view.console',
  feed: 'server.view.feed',
  players: 'server.view',
} as const satisfies Readonly<Record<WindowPanel, ServerPermission>>;

/** One panel of a server outside of its own page, with a filter and a sort of its own. */
export function ServerPanel({
  server,
  account,
  panel,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  readonly panel: WindowPanel;
}) {
  const { t } = useTranslation('consoles');
  const kind = useConnectionKind();
  const names = useByGlance(server.id);
  const [address, setAddress] = useState(() => PANELS_ADDRESS.read(''));
  const own = useMemo(
    (): PanelsAddressHandle => [
      address,
      (part: Partial<PanelsAddress>) => setAddress((now) => ({ ...now, ...part })),
    ],
    [address],
  );
  if (!mayOpen(account, server)) return <p className="tile-note">{t('restricted')}</p>;
  const isTheirs =
    panel === 'players'
      ? may(account, server.id, 'server.view')
      : mayRead(account, server.id, panel);
  if (!isTheirs) {
    return (
      <p className="tile-note">
        {t('notYours', { permission: permissionName(NEEDED[panel]) })}{' '}
        <WhoGives serverId={server.id} />
      </p>
    );
  }
  return (
    <PanelOwner value={serverName(server.configuration)}>
      <OwnPanelsAddress value={own}>
        <NamesakesContext value={names}>
          {panel === 'console' ? <ConsolePanel server={server} account={account} /> : null}
          {panel === 'feed' ? <FeedPanel server={server} /> : null}
          {panel === 'players' ? (
            <PlayersPanel server={server} account={account} connection={{ kind }} />
          ) : null}
        </NamesakesContext>
      </OwnPanelsAddress>
    </PanelOwner>
  );
}
