import '../panels/panels.css';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may, mayOpen } from '../../domain/permissions.ts';
import type { PlayerView } from '../../domain/queries.ts';
import type { WindowPanel } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { PlayerDialog, type PlayerQuestion } from '../actions/player-dialog.tsx';
import { useConnectionKind } from '../data/use-view.ts';
import { ConsolePanel } from '../panels/console-panel.tsx';
import { FeedPanel } from '../panels/feed-panel.tsx';
import { PlayersPanel } from '../panels/players-panel.tsx';
import { OwnPanelsAddress, type PanelsAddressHandle } from '../panels/use-panels-address.ts';
import { PANELS_ADDRESS, type PanelsAddress } from '../parts/addresses/panels.ts';
import { PanelOwner } from '../parts/panel.tsx';

const NEEDS: Readonly<Record<WindowPanel, ServerPermission>> = {
  console: 'server.view.console',
  feed: 'server.view.feed',
  players: 'server.view',
};

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
  const [question, setQuestion] = useState<PlayerQuestion | null>(null);
  const ask = useCallback(
    (what: PlayerQuestion['what'], player: PlayerView) => setQuestion({ what, player }),
    [],
  );
  const [address, setAddress] = useState(() => PANELS_ADDRESS.read(''));
  const own = useMemo(
    (): PanelsAddressHandle => [
      address,
      (part: Partial<PanelsAddress>) => setAddress((now) => ({ ...now, ...part })),
    ],
    [address],
  );
  if (!mayOpen(account, server)) return <p className="tile-note">{t('restricted')}</p>;
  if (!may(account, server.id, NEEDS[panel])) return <p className="tile-note">{t('notYours')}</p>;
  return (
    <PanelOwner value={server.configuration.identifier}>
      <OwnPanelsAddress value={own}>
        {panel === 'console' ? <ConsolePanel server={server} account={account} /> : null}
        {panel === 'feed' ? <FeedPanel server={server} /> : null}
        {panel === 'players' ? (
          <PlayersPanel server={server} account={account} connection={{ kind }} onAsk={ask} />
        ) : null}
        {question === null ? null : (
          <PlayerDialog
            serverId={server.id}
            question={question}
            onClose={() => setQuestion(null)}
          />
        )}
      </OwnPanelsAddress>
    </PanelOwner>
  );
}
