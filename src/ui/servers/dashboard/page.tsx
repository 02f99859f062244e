import '../../panels/panels.css';
import { Tabs } from '@base-ui/react/tabs';
import { Columns2 } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may, mayRead } from '../../../domain/permissions.ts';
import { STANDING } from '../../../domain/servers/status.ts';
import { useConnectionKind, useOne } from '../../data/use-view.ts';
import { ConsolePanel } from '../../panels/console-panel.tsx';
import { FeedPanel } from '../../panels/feed-panel.tsx';
import { PlayersPanel } from '../../panels/players-panel.tsx';
import { usePanelsAddress } from '../../panels/use-panels-address.ts';
import { PANELS } from '../../parts/addresses/panels.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { NamesakesContext, useByGlance } from '../../parts/players/namesakes.ts';
import { useTitle } from '../../parts/title.ts';
import { useMedia } from '../../parts/use-media.ts';
import { Composer } from './composer.tsx';
import { ServerHeader } from './header.tsx';
import { Outcomes } from './outcomes.tsx';
import { useConsolePlace } from './use-console-place.ts';
import { serverName } from '../../../domain/servers/server-name.ts';

/** As large as leaves the other charts above the fold of 1440 × 900. */
const CHART = { wide: 220, narrow: 180 };

/** Panels fit beside each other. */
const WIDE = matchMedia('(min-width: 1100px)');

const Charts = lazy(async () => ({
  default: (await import('../charts/charts.tsx')).Charts,
}));

/** `/dashboard/{server_id}`: players, console, messages, feed and population of one server, live. */
export function ServerDashboardPage({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverDashboard');
  const server = useOne({ view: 'server', server_id: serverId }, STANDING).row;
  const account = useOne({ view: 'account' }).row;
  const kind = useConnectionKind();
  const wide = useMedia(WIDE);
  const names = useByGlance(serverId);
  const [place, putConsole] = useConsolePlace();
  useTitle(server === undefined ? '' : serverName(server.configuration));
  if (server === undefined || account === undefined) return <Loading lines={12} />;

  const reads = mayRead(account, serverId, 'feed');
  const speaks = may(account, serverId, 'server.action.message-public');
  const isBeside = wide && place === 'beside';
  const players = <PlayersPanel server={server} account={account} connection={{ kind }} />;
  const composer = speaks ? <Composer server={server} /> : null;
  const feed = reads ? <FeedPanel server={server} foot={composer} /> : composer;
  const console = mayRead(account, serverId, 'console') ? (
    <ConsolePanel server={server} account={account} />
  ) : null;
  const chart = (
    <Suspense fallback={<Loading lines={3} />}>
      <Charts serverId={serverId} height={wide ? CHART.wide : CHART.narrow} />
    </Suspense>
  );
  const panels: readonly ShownPanel[] = [
    wide
      ? {
          key: 'players',
          title: reads ? t('live') : t('players.title'),
          content: <Beside main={players} side={[feed, isBeside ? console : null]} />,
        }
      : { key: 'players', title: t('players.title'), content: players },
    { key: 'feed', title: t('feed.title'), content: wide ? null : feed },
    { key: 'console', title: t('console.title'), content: isBeside ? null : console },
    { key: 'chart', title: t('charts'), content: chart },
  ];

  return (
    <NamesakesContext value={names}>
      <ServerHeader server={server} account={account} connection={{ kind }} />
      <ServerPanels
        panels={panels.filter(({ content }) => content !== null)}
        label={t('panels')}
        beside={
          <>
            <Outcomes serverId={serverId} />
            {wide && console !== null ? (
              <Button
                kind="quiet"
                icon={<Columns2 />}
                aria-pressed={isBeside}
                onClick={() => putConsole(isBeside ? 'tab' : 'beside')}
              >
                {t('console.beside')}
              </Button>
            ) : null}
          </>
        }
      />
    </NamesakesContext>
  );
}

interface ShownPanel {
  readonly key: (typeof PANELS)[number];
  readonly title: string;
  readonly content: ReactNode;
}

/** What one looks at all day, in one place. */
function Beside({
  main,
  side,
}: {
  readonly main: ReactNode;
  readonly side: readonly [ReactNode, ReactNode];
}) {
  const [feed, console] = side;
  return (
    <div className="server-dashboard">
      <div className="server-dashboard-main">{main}</div>
      {feed === null && console === null ? null : (
        <div className="server-dashboard-side">
          {feed}
          {console}
        </div>
      )}
    </div>
  );
}

function ServerPanels({
  panels,
  label,
  beside,
}: {
  readonly panels: readonly ShownPanel[];
  readonly label: string;
  /** What stands in the row of the tabs. */
  readonly beside: ReactNode;
}) {
  const [{ panel }, change] = usePanelsAddress();
  const chosen = panels.some(({ key }) => key === panel) ? panel : 'players';
  return (
    <Tabs.Root
      value={chosen}
      onValueChange={(value: string) =>
        change({ panel: PANELS.find((one) => one === value) ?? 'players' })
      }
      className="server-panels"
    >
      <div className="server-bar">
        <Tabs.List className="tab-list" aria-label={label}>
          {panels.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key} className="tab">
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {beside}
      </div>
      {panels.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} className="tab-panel">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
