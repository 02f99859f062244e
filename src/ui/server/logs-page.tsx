import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ConsoleRow, FeedRow } from '../../domain/rows.ts';
import { may } from '../../domain/permissions.ts';
import { useCommands, useRows } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { SEARCH_ATTRIBUTE } from '../frame/shortcuts.ts';
import { Button } from '../parts/button.tsx';
import { FeedEntry } from '../parts/feed-entry.tsx';
import { useLocale } from '../parts/locale.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { formatMoment } from '../text/format.ts';
import { feedText } from './feed-text.ts';

const SHOWN = 1_000;
type Which = 'feed' | 'console';

/** `/server/{server_id}/logs-server`: feed and console as far back as they are kept. */
export function LogsPage({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverPages');
  const tabs = (['feed', 'console'] as const).filter((which) =>
    may(account, serverId, which === 'feed' ? 'server.view.feed' : 'server.view.console'),
  );
  const [chosen, setChosen] = useState<Which>(tabs[0] ?? 'feed');
  const [search, setSearch] = useState('');
  return (
    <Tabs.Root value={chosen} onValueChange={(value: Which) => setChosen(value)} className="logs">
      <div className="logs-head">
        <Tabs.List className="tab-list" aria-label={t('sections')}>
          {tabs.map((which) => (
            <Tabs.Tab key={which} value={which} className="tab">
              {t(`logs.${which}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <input
          className="input compact"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t('logs.search')}
          aria-label={t('logs.search')}
          {...{ [SEARCH_ATTRIBUTE]: '' }}
        />
      </div>
      {tabs.map((which) => (
        <Tabs.Panel key={which} value={which} className="tab-panel">
          {which === 'feed' ? (
            <FeedLog serverId={serverId} search={search} />
          ) : (
            <ConsoleLog serverId={serverId} search={search} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function FeedLog({ serverId, search }: { readonly serverId: string; readonly search: string }) {
  const locale = useLocale();
  const { ready, rows } = useRows({ view: 'feed', server_id: serverId, kinds: [], limit: SHOWN });
  return (
    <Log
      serverId={serverId}
      which="feed"
      ready={ready}
      rows={matching(rows, search, (row) => feedText(row.entry))}
      held={rows.length}
    >
      {(row) => <FeedEntry key={row.id} row={row} locale={locale} />}
    </Log>
  );
}

function ConsoleLog({ serverId, search }: { readonly serverId: string; readonly search: string }) {
  const locale = useLocale();
  const { ready, rows } = useRows({ view: 'console', server_id: serverId, limit: SHOWN });
  return (
    <Log
      serverId={serverId}
      which="console"
      ready={ready}
      rows={matching(rows, search, (row) => row.line.text)}
      held={rows.length}
    >
      {(row) => (
        <li key={row.id} className="line mono" data-direction={row.line.direction}>
          <time>{formatMoment(row.at, locale)}</time>
          <span className="text">
            {row.line.actor === null ? '' : `${row.line.actor.display_name}: `}
            {row.line.text}
          </span>
        </li>
      )}
    </Log>
  );
}

function matching<Row>(
  rows: readonly Row[],
  search: string,
  text: (row: Row) => string,
): readonly Row[] {
  const needle = search.trim().toLowerCase();
  return needle === '' ? rows : rows.filter((row) => text(row).toLowerCase().includes(needle));
}

function Log<Row extends FeedRow | ConsoleRow>({
  serverId,
  which,
  ready,
  rows,
  held,
  children,
}: {
  readonly serverId: string;
  readonly which: Which;
  readonly ready: boolean;
  readonly rows: readonly Row[];
  readonly held: number;
  readonly children: (row: Row) => React.ReactNode;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const more = useRows({ view: 'streams', server_id: serverId }).rows.find((stream) =>
    stream.id.endsWith(`/${which}`),
  )?.more;
  const older = async () => {
    setBusy(true);
    const outcome = await commands.older(serverId, which);
    setBusy(false);
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  if (!ready) return <Loading />;
  return (
    <section className="panel log" aria-label={t(`logs.${which}`)}>
      <header>
        <span className="soft numeric">{t('logs.shown', { count: rows.length })}</span>
        {more === true ? (
          <Button busy={busy} onClick={() => void older()}>
            {t('logs.older')}
          </Button>
        ) : held > 0 ? (
          <span className="soft">{t('logs.all')}</span>
        ) : null}
      </header>
      {rows.length === 0 ? (
        <p className="empty">{held === 0 ? t('logs.empty') : t('logs.noMatch')}</p>
      ) : (
        <ol className="lines">{rows.map(children)}</ol>
      )}
    </section>
  );
}
