import { Tabs } from '@base-ui/react/tabs';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ConsoleRow, FeedRow } from '../../domain/rows.ts';
import { may } from '../../domain/permissions.ts';
import { useCommands, useRows } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { SEARCH_ATTRIBUTE } from '../frame/shortcuts.ts';
import { Button } from '../parts/button.tsx';
import { FeedEntry } from '../parts/feed-entry.tsx';
import { useLocale } from '../parts/locale.ts';
import { useStickToEnd } from '../parts/stick-to-end.ts';
import { toast } from '../parts/toasts.tsx';
import { useStream } from '../parts/use-stream.ts';
import { formatDay, formatMoment, formatTime } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
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
  const [limit, setLimit] = useState(SHOWN);
  const { rows } = useRows({ view: 'feed', server_id: serverId, kinds: [], limit });
  return (
    <Log
      serverId={serverId}
      which="feed"
      rows={matching(rows, search, (row) => feedText(row.entry))}
      held={rows.length}
      onOlder={() => setLimit(limit + SHOWN)}
    >
      {(row) => <FeedEntry row={row} locale={locale} />}
    </Log>
  );
}

function ConsoleLog({ serverId, search }: { readonly serverId: string; readonly search: string }) {
  const locale = useLocale();
  const [limit, setLimit] = useState(SHOWN);
  const { rows } = useRows({ view: 'console', server_id: serverId, limit });
  return (
    <Log
      serverId={serverId}
      which="console"
      rows={matching(rows, search, (row) => row.line.text)}
      held={rows.length}
      onOlder={() => setLimit(limit + SHOWN)}
    >
      {(row) => (
        <li className="line mono" data-direction={row.line.direction}>
          <time className="numeric" title={formatMoment(row.at, locale)}>
            {formatTime(row.at, locale)}
          </time>
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

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

function Log<Row extends FeedRow | ConsoleRow>({
  serverId,
  which,
  rows,
  held,
  onOlder,
  children,
}: {
  readonly serverId: string;
  readonly which: Which;
  readonly rows: readonly Row[];
  /** How many there are before the search. */
  readonly held: number;
  /** Older ones have been loaded: there is more to show. */
  readonly onOlder: () => void;
  readonly children: (row: Row) => React.ReactNode;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const { element, onScroll, toEnd, unseen } = useStickToEnd(rows.at(-1)?.seq ?? 0);
  const stream = useStream(serverId, which);
  const older = async () => {
    setBusy(true);
    const outcome = await commands.older(serverId, which);
    setBusy(false);
    if (outcome.ok) onOlder();
    else toast(errorText(outcome.error), 'bad');
  };
  if (stream === undefined && held === 0) return <Loading />;
  return (
    <section className="panel log" aria-label={t(`logs.${which}`)}>
      <header>
        <span className="soft numeric">{t('logs.shown', { count: rows.length })}</span>
        {stream?.more === true ? (
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
        <div
          className="lines"
          ref={element}
          onScroll={onScroll}
          tabIndex={0}
          role="log"
          aria-label={t(`logs.${which}`)}
          aria-live="off"
        >
          <ol>
            {rows.map((row, index) => {
              const before = rows[index - 1];
              return (
                <Fragment key={row.id}>
                  {before !== undefined && isSameDay(before.at, row.at) ? null : (
                    <li className="day">{formatDay(row.at, locale)}</li>
                  )}
                  {children(row)}
                </Fragment>
              );
            })}
          </ol>
        </div>
      )}
      {unseen > 0 ? (
        <Button onClick={toEnd}>{t('logs.newEntries', { count: unseen })}</Button>
      ) : null}
    </section>
  );
}
