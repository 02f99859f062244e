import './modules.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { ServerPart } from '../../domain/routes/routes.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import { useResource } from '../data/use-resource.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { PanelParts } from '../parts/panel.tsx';
import { WhoGives } from '../parts/who-gives.tsx';
import { GeoblockingPanel } from './geoblocking-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { OwnListPanel } from './own-list-panel.tsx';
import { PingPanel } from './ping-panel.tsx';
import { ReservedSlotsPanel } from './reserved-slots-panel.tsx';
import { SteamPanel } from './steam-panel.tsx';
import { VpnPanel } from './vpn-panel.tsx';
import { WhitelistPanel } from './whitelist-panel.tsx';

/** What addresses call the panels here. */
const WHITELIST: readonly ServerPart[] = ['whitelist'];
const RESERVED: readonly ServerPart[] = ['reserved-slots'];

/** What a server asks of whoever is on it, beside bans. */
export function ServerModules({
  server,
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('modules');
  const id = useId();
  const [row] = useResource('modules', server.id).rows;
  if (!hasRemoteControl(server.configuration.game)) return <p className="soft">{t('noRemote')}</p>;
  if (row === undefined) return <NoLines serverId={server.id} topic="modules" />;
  const why = may(account, server.id, 'server.modify.configuration') ? undefined : id;
  // A count of what one tries tells of each player what this permission is for.
  const counts = why === undefined && may(account, server.id, 'server.view.personal');
  const isRead =
    may(account, server.id, 'server.view.feed') || may(account, server.id, 'server.view.filtered');
  const counting = { serverId: server.id, row, why, counts, past: counts && isRead };
  const whyWhitelist = may(account, server.id, 'server.whitelist.modify') ? undefined : id;
  return (
    <div className="stack">
      <p className="soft" id={id}>
        {t('intro')}{' '}
        {why === undefined ? null : (
          <>
            {t('notYours')} <WhoGives serverId={server.id} />
          </>
        )}
      </p>
      <PanelParts value={WHITELIST}>
        <WhitelistPanel serverId={server.id} row={row} why={whyWhitelist} past={counting.past} />
      </PanelParts>
      <PanelParts value={RESERVED}>
        <ReservedSlotsPanel server={server} row={row} why={why} />
      </PanelParts>
      <PingPanel server={server} row={row} why={why} />
      <VpnPanel {...counting} />
      <SteamPanel {...counting} />
      <GeoblockingPanel {...counting} />
      <OwnListPanel server={server} account={account} row={row} why={why} />
      <OrderPanel />
    </div>
  );
}
