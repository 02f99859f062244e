import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, hasRemoteControl } from '../../protocol/games/games.ts';
import { may, mayBan } from '../../domain/permissions.ts';
import type { Direction, PlayerSort } from '../../domain/queries.ts';
import type { AccountRow, ConnectionState } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { isFollowed } from '../../domain/servers/status.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { mayAsk, whyNot, type Action, type WhyNot } from '../actions/why-not.ts';
import { useRows, useView } from '../data/use-view.ts';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { useAsOf } from '../parts/players/as-of.ts';
import { SortHead } from '../parts/sort-head.tsx';
import { turned } from '../parts/turned.ts';
import { Status } from '../parts/status.tsx';
import { SEARCH_ATTRIBUTE } from '../shell/keys/shortcuts.ts';
import { newestByPlayer } from './asked.ts';
import { formatTime } from '../text/format.ts';
import { hasActions, PlayerTableRow, type PlayerColumns } from './player-row.tsx';
import { PanelPopOut } from './pop-out.tsx';
import { usePanelsAddress } from './use-panels-address.ts';

/** As the style sheet has it: dense for a mouse, roomy for a finger. */
const ROW_REM = { fine: 1.625, coarse: 2.75 };
const coarse = matchMedia('(pointer: coarse), (max-width: 640px)');
const STEP = 50;
const COLUMNS = [
  ['name', 'players.name'],
  ['joined_at', 'players.session'],
  ['ping', 'players.ping'],
] as const satisfies readonly (readonly [PlayerSort, string])[];

/** The first click sorts names from A, who has been on for longest, and the worst ping. */
const FIRST = { name: 'asc', joined_at: 'asc', ping: 'desc' } as const satisfies Readonly<
  Record<PlayerSort, Direction>
>;

/** Who is on the server now, and what can be done with each. */
export function PlayersPanel({
  server,
  account,
  connection,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  readonly connection: Pick<ConnectionState, 'kind'>;
}) {
  const { t } = useTranslation(['serverDashboard', 'players']);
  const [{ text, sort, direction }, change] = usePanelsAddress();
  const [first, setFirst] = useState(0);
  const view = useView({
    view: 'players',
    server_id: server.id,
    text,
    sort,
    direction,
    window: { from: Math.max(0, first - STEP), to: first + 3 * STEP },
  });
  const asked = newestByPlayer(useRows({ view: 'intentions', server_id: server.id }).rows);
  // Who is on it is known by its remote control, whatever its query port still counts.
  const known = isFollowed(server.state);
  const stale = connection.kind !== 'live' || !known;
  const locale = useLocale();
  const asOf = useAsOf(server);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: view.total,
    getScrollElement: () => scroller.current,
    estimateSize: () =>
      (coarse.matches ? ROW_REM.coarse : ROW_REM.fine) *
      parseFloat(getComputedStyle(document.documentElement).fontSize),
    overscan: 8,
    initialRect: { width: 800, height: 500 },
  });
  const items = virtual.getVirtualItems();
  const step = Math.floor((items[0]?.index ?? 0) / STEP) * STEP;
  useEffect(() => setFirst(step), [step]);

  const columns = usePlayerColumns(server, account, asOf);
  if (!hasRemoteControl(server.configuration.game)) {
    return (
      <Panel title={t('players.title')}>
        <p className="soft">{t('players.watched')}</p>
      </Panel>
    );
  }
  const top = items[0]?.start ?? 0;
  const bottom = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <Panel
      title={t('players.title')}
      padded={false}
      tools={
        <>
          {stale ? (
            <Status tone="warn">
              {asOf === null
                ? t('stale', { ns: 'common' })
                : t('players.asOf', { time: formatTime(asOf, locale) })}
            </Status>
          ) : null}
          <input
            className="input compact"
            type="search"
            value={text}
            onChange={(event) => change({ text: event.target.value })}
            placeholder={t('players.filter')}
            aria-label={t('players.filter')}
            {...{ [SEARCH_ATTRIBUTE]: '' }}
          />
          <PanelPopOut server={server} panel="players" />
        </>
      }
    >
      {!view.ready ? (
        <Loading />
      ) : view.total === 0 ? (
        <p className="empty">
          {text !== ''
            ? t('players.noMatch')
            : known
              ? t('players.empty')
              : server.state.state === 'CONNECTED'
                ? t('players.starting')
                : t('players.unknown')}
        </p>
      ) : (
        <div className="table-scroller players-scroller" ref={scroller} tabIndex={-1}>
          <table
            className="server-table players"
            aria-rowcount={view.total + 1}
            data-stale={stale}
            data-bans={columns.ban}
          >
            <thead>
              <tr>
                {COLUMNS.map(([by, label]) => (
                  <SortHead
                    key={by}
                    data-column={by}
                    label={t(label)}
                    sorted={sort === by ? direction : null}
                    onSort={() =>
                      change({
                        sort: by,
                        direction: sort === by ? turned(direction) : FIRST[by],
                      })
                    }
                  />
                ))}
                {columns.personal ? (
                  <>
                    <th scope="col" data-column="address" className="plain">
                      {t('players.address')}
                    </th>
                    <th scope="col" data-column="identity" className="plain">
                      {t(columns.identity, { ns: 'players' })}
                    </th>
                  </>
                ) : null}
                {hasActions(columns) ? (
                  <th scope="col" data-column="actions" className="plain">
                    <span className="visually-hidden">{t('players.actions')}</span>
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {top > 0 ? (
                <tr aria-hidden="true">
                  <td style={{ height: top, padding: 0, border: 0 }} />
                </tr>
              ) : null}
              {items.map(({ index }) => {
                const id = view.ids[index - view.from];
                return id === undefined ? null : (
                  <PlayerTableRow
                    key={id}
                    index={index}
                    row={view.row(id)}
                    columns={columns}
                    asked={asked.get(id)}
                  />
                );
              })}
              {bottom > 0 ? (
                <tr aria-hidden="true">
                  <td style={{ height: bottom, padding: 0, border: 0 }} />
                </tr>
              ) : null}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

/** What the viewer may see and do; the same object for as long as it says the same. */
function usePlayerColumns(
  server: ServerStanding,
  account: AccountRow,
  asOf: number | null,
): PlayerColumns {
  const { identity } = factsOf(server.configuration.game);
  const personal = may(account, server.id, 'server.view.personal');
  const whyOf = (action: Action): WhyNot | null | undefined =>
    mayAsk(account, server.id, action) ? whyNot(server, action) : undefined;
  const kick = whyOf(SERVER_ACTION.SERVER_KICK);
  const message = whyOf(SERVER_ACTION.MESSAGE_PRIVATE);
  const ban = mayBan(account);
  return useMemo(
    () => ({
      identity,
      personal,
      ...(kick !== undefined && { kick: { why: kick } }),
      ...(message !== undefined && { message: { why: message } }),
      ban,
      asOf,
    }),
    [identity, personal, kick, message, ban, asOf],
  );
}
