import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, hasRemoteControl } from '../../protocol/games/games.ts';
import { may } from '../../domain/permissions.ts';
import type { PlayerSort, PlayerView } from '../../domain/queries.ts';
import type { AccountRow, ConnectionState } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { isFollowed } from '../../domain/servers/status.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { PlayerQuestion } from '../actions/player-dialog.tsx';
import { usePlayer } from '../actions/use-player.ts';
import { mayAsk, whyNot, type Action, type WhyNot } from '../actions/why-not.ts';
import { useRows, useView } from '../data/use-view.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { SortHead } from '../parts/sort-head.tsx';
import { Status } from '../parts/status.tsx';
import { SEARCH_ATTRIBUTE } from '../shell/keys/shortcuts.ts';
import { newestByPlayer } from './asked.ts';
import { PlayerDetails } from './player-details.tsx';
import { PlayerTableRow, type PlayerColumns, type PlayerRequest } from './player-row.tsx';
import { PanelPopOut } from './pop-out.tsx';
import { usePanelsAddress } from './use-panels-address.ts';

/** As the style sheet has it. */
const ROW_REM = 2;
const STEP = 50;
const COLUMNS = [
  ['name', 'players.name'],
  ['joined_at', 'players.session'],
  ['ping', 'players.ping'],
] as const satisfies readonly (readonly [PlayerSort, string])[];

/** Who is on the server now, and what can be done with each. */
export function PlayersPanel({
  server,
  account,
  connection,
  onAsk,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  readonly connection: Pick<ConnectionState, 'kind'>;
  readonly onAsk: (what: PlayerQuestion['what'], player: PlayerView) => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const [{ text, sort, direction, player: opened }, change] = usePanelsAddress();
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
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: view.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize),
    overscan: 8,
    initialRect: { width: 800, height: 500 },
  });
  const items = virtual.getVirtualItems();
  const step = Math.floor((items[0]?.index ?? 0) / STEP) * STEP;
  useEffect(() => setFirst(step), [step]);

  const columns = usePlayerColumns(server, account);
  const ask = useCallback(
    (what: PlayerRequest, player: PlayerView) =>
      what === 'details' ? change({ player: player.id }) : onAsk(what, player),
    [change, onAsk],
  );
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
          {stale ? <Status tone="warn">{t('stale', { ns: 'common' })}</Status> : null}
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
          <table className="server-table players" aria-rowcount={view.total + 1} data-stale={stale}>
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
                        direction: sort === by && direction === 'asc' ? 'desc' : 'asc',
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
                      {t(`details.${columns.identity}`)}
                    </th>
                  </>
                ) : null}
                {columns.kick !== undefined || columns.message !== undefined ? (
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
                    onAsk={ask}
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
      {opened !== null ? (
        <OpenedPlayer
          account={account}
          serverId={server.id}
          id={opened}
          onClose={() => change({ player: null })}
        />
      ) : null}
    </Panel>
  );
}

/** What the viewer may see and do; the same object for as long as it says the same. */
function usePlayerColumns(server: ServerStanding, account: AccountRow): PlayerColumns {
  const { identity } = factsOf(server.configuration.game);
  const personal = may(account, server.id, 'server.view.personal');
  const whyOf = (action: Action): WhyNot | null | undefined =>
    mayAsk(account, server.id, action) ? whyNot(server, action) : undefined;
  const kick = whyOf(SERVER_ACTION.SERVER_KICK);
  const message = whyOf(SERVER_ACTION.MESSAGE_PRIVATE);
  return useMemo(
    () => ({
      identity,
      personal,
      ...(kick !== undefined && { kick: { why: kick } }),
      ...(message !== undefined && { message: { why: message } }),
    }),
    [identity, personal, kick, message],
  );
}

/** The details of a player, whatever the list shows of them; who leaves meanwhile stays to be read. */
function OpenedPlayer({
  account,
  serverId,
  id,
  onClose,
}: {
  readonly account: AccountRow;
  readonly serverId: string;
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const { ready, player: now } = usePlayer(serverId, id);
  const [known, setKnown] = useState(now);
  if (now !== undefined && now !== known) setKnown(now);
  const player = known?.id === id ? known : undefined;
  if (player !== undefined)
    return <PlayerDetails player={player} account={account} onClose={onClose} />;
  if (!ready) return null;
  return (
    <Dialog open onClose={onClose} title={t('details.gone')} closable>
      <p>{t('details.goneText')}</p>
    </Dialog>
  );
}
