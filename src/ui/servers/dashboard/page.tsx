import '../../panels/panels.css';
import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../domain/permissions.ts';
import type { PlayerView } from '../../../domain/queries.ts';
import { STANDING } from '../../../domain/servers/status.ts';
import { PlayerDialog, type PlayerQuestion } from '../../actions/player-dialog.tsx';
import { useConnectionKind, useOne } from '../../data/use-view.ts';
import { ConsolePanel } from '../../panels/console-panel.tsx';
import { FeedPanel } from '../../panels/feed-panel.tsx';
import { PlayersPanel } from '../../panels/players-panel.tsx';
import { usePanelsAddress } from '../../panels/use-panels-address.ts';
import { PANELS } from '../../parts/addresses/panels.ts';
import { Loading } from '../../parts/loading.tsx';
import { useTitle } from '../../parts/title.ts';
import { Composer } from './composer.tsx';
import { ServerHeader } from './header.tsx';
import { Outcomes } from './outcomes.tsx';

const wide = matchMedia('(min-width: 1100px)');

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Whether panels fit beside each other. */
function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

const ChartPanel = lazy(async () => ({
  default: (await import('./chart-panel.tsx')).ChartPanel,
}));

/** `/dashboard/{server_id}`: players, console, messages, feed and population of one server, live. */
export function ServerDashboardPage({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverDashboard');
  const server = useOne({ view: 'server', server_id: serverId }, STANDING).row;
  const account = useOne({ view: 'account' }).row;
  const kind = useConnectionKind();
  const wide = useWide();
  const [question, setQuestion] = useState<PlayerQuestion | null>(null);
  const ask = useCallback(
    (what: PlayerQuestion['what'], player: PlayerView) => setQuestion({ what, player }),
    [],
  );
  useTitle(server?.configuration.identifier ?? '');
  if (server === undefined || account === undefined) return <Loading lines={12} />;

  const panels: { readonly key: string; readonly title: string; readonly content: ReactNode }[] = [
    {
      key: 'players',
      title: t('players.title'),
      content: <PlayersPanel server={server} account={account} connection={{ kind }} onAsk={ask} />,
    },
  ];
  if (may(account, serverId, 'server.view.feed')) {
    panels.push({ key: 'feed', title: t('feed.title'), content: <FeedPanel server={server} /> });
  }
  if (may(account, serverId, 'server.view.console')) {
    panels.push({
      key: 'console',
      title: t('console.title'),
      content: <ConsolePanel server={server} account={account} />,
    });
  }
  const speaks = may(account, serverId, 'server.action.message-public');
  const chart = (
    <Suspense fallback={<Loading lines={3} />}>
      <ChartPanel serverId={serverId} />
    </Suspense>
  );

  return (
    <>
      <ServerHeader server={server} account={account} connection={{ kind }} />
      {wide ? (
        <div className="server-dashboard" data-panels={panels.length}>
          <div className="server-dashboard-main">
            {panels[0]?.content}
            <Outcomes serverId={serverId} />
            {chart}
          </div>
          {panels.length > 1 || speaks ? (
            <div className="server-dashboard-side">
              {panels.slice(1).map((panel) => (
                <div key={panel.key} className="server-dashboard-panel">
                  {panel.content}
                </div>
              ))}
              {speaks ? <Composer server={server} /> : null}
            </div>
          ) : null}
        </div>
      ) : (
        <>
          <NarrowPanels
            panels={[...panels, { key: 'chart', title: t('chart.title'), content: chart }]}
            label={t('panels')}
          />
          <Outcomes serverId={serverId} />
          {speaks ? <Composer server={server} /> : null}
        </>
      )}
      {question === null ? null : (
        <PlayerDialog serverId={serverId} question={question} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

function NarrowPanels({
  panels,
  label,
}: {
  readonly panels: readonly {
    readonly key: string;
    readonly title: string;
    readonly content: ReactNode;
  }[];
  readonly label: string;
}) {
  const [{ panel }, change] = usePanelsAddress();
  const chosen = panels.some(({ key }) => key === panel) ? panel : 'players';
  return (
    <Tabs.Root
      value={chosen}
      onValueChange={(value: string) =>
        change({ panel: PANELS.find((one) => one === value) ?? 'players' })
      }
      className="narrow"
    >
      <Tabs.List className="tab-list" aria-label={label}>
        {panels.map(({ key, title }) => (
          <Tabs.Tab key={key} value={key} className="tab">
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panels.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} className="tab-panel">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
