import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { may } from '../../domain/permissions.ts';
import type { Direction, PlayerSort, PlayerView } from '../../domain/queries.ts';
import { kickReason, messageText } from '../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { useView } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { SEARCH_ATTRIBUTE } from '../frame/shortcuts.ts';
import { Panel } from '../parts/panel.tsx';
import { PlayerTableRow, type PlayerColumns } from './player-row.tsx';
import { TextDialog } from './text-dialog.tsx';
import { useAct } from './use-act.ts';

const ROW_PX = 40;
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
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverDashboard');
  const act = useAct(server.id);
  const [text, setText] = useState('');
  const [sort, setSort] = useState<{ by: PlayerSort; direction: Direction }>({
    by: 'joined_at',
    direction: 'asc',
  });
  const [first, setFirst] = useState(0);
  const [asked, setAsked] = useState<{ what: 'kick' | 'message'; player: PlayerView } | null>(null);
  const view = useView({
    view: 'players',
    server_id: server.id,
    text,
    sort: sort.by,
    direction: sort.direction,
    window: { from: Math.max(0, first - STEP), to: first + 3 * STEP },
  });
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: view.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    initialRect: { width: 800, height: 500 },
  });
  const items = virtual.getVirtualItems();
  const step = Math.floor((items[0]?.index ?? 0) / STEP) * STEP;
  useEffect(() => setFirst(step), [step]);

  const can = (action: number) => server.configuration.actions.some((one) => one === action);
  const columns: PlayerColumns = {
    personal: may(account, server.id, 'server.view.personal'),
    kick: can(SERVER_ACTION.SERVER_KICK) && may(account, server.id, 'server.action.kick'),
    message:
      can(SERVER_ACTION.MESSAGE_PRIVATE) &&
      may(account, server.id, 'server.action.message-private'),
  };
  const count = 3 + (columns.personal ? 2 : 0) + (columns.kick || columns.message ? 1 : 0);
  const top = items[0]?.start ?? 0;
  const bottom = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <Panel
      title={t('players.title')}
      padded={false}
      tools={
        <input
          className="input compact"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('players.filter')}
          aria-label={t('players.filter')}
          {...{ [SEARCH_ATTRIBUTE]: '' }}
        />
      }
    >
      {!view.ready ? (
        <Loading />
      ) : view.total === 0 ? (
        <p className="empty">
          {text !== ''
            ? t('players.noMatch')
            : server.state.state === 'CONNECTED'
              ? t('players.empty')
              : t('players.unknown')}
        </p>
      ) : (
        <div className="table-scroller players-scroller" ref={scroller} tabIndex={-1}>
          <table className="server-table players" aria-rowcount={view.total + 1}>
            <thead>
              <tr>
                {COLUMNS.map(([by, label]) => (
                  <th
                    key={by}
                    scope="col"
                    data-column={by}
                    aria-sort={
                      sort.by !== by
                        ? 'none'
                        : sort.direction === 'asc'
                          ? 'ascending'
                          : 'descending'
                    }
                  >
                    <button
                      type="button"
                      onClick={() =>
                        setSort({
                          by,
                          direction: sort.by === by && sort.direction === 'asc' ? 'desc' : 'asc',
                        })
                      }
                    >
                      {t(label)}
                      {sort.by !== by ? null : sort.direction === 'asc' ? (
                        <ArrowUp className="icon" />
                      ) : (
                        <ArrowDown className="icon" />
                      )}
                    </button>
                  </th>
                ))}
                {columns.personal ? (
                  <>
                    <th scope="col" data-column="address" className="plain">
                      {t('players.address')}
                    </th>
                    <th scope="col" data-column="guid" className="plain">
                      {t('players.guid')}
                    </th>
                  </>
                ) : null}
                {columns.kick || columns.message ? (
                  <th scope="col" data-column="actions" className="plain">
                    <span className="visually-hidden">{t('players.actions')}</span>
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {top > 0 ? (
                <tr aria-hidden="true">
                  <td colSpan={count} style={{ height: top, padding: 0, border: 0 }} />
                </tr>
              ) : null}
              {items.map(({ index }) => {
                const id = view.ids[index - view.from];
                return id === undefined ? null : (
                  <PlayerTableRow
                    key={id}
                    id={id}
                    index={index}
                    view={view}
                    columns={columns}
                    onAsk={(what, player) => setAsked({ what, player })}
                  />
                );
              })}
              {bottom > 0 ? (
                <tr aria-hidden="true">
                  <td colSpan={count} style={{ height: bottom, padding: 0, border: 0 }} />
                </tr>
              ) : null}
            </tbody>
          </table>
        </div>
      )}
      {asked?.what === 'kick' ? (
        <TextDialog
          title={t('confirm.kick', { name: asked.player.name })}
          label={t('confirm.reason')}
          schema={kickReason}
          max={128}
          hintKey="reasonHint"
          action={t('players.kick')}
          danger
          onClose={() => setAsked(null)}
          onSend={(reason) =>
            void act({
              action: SERVER_ACTION.SERVER_KICK,
              player_id: asked.player.id,
              reason,
            })
          }
        />
      ) : null}
      {asked?.what === 'message' ? (
        <TextDialog
          title={t('confirm.message', { name: asked.player.name })}
          label={t('confirm.text')}
          schema={messageText}
          max={256}
          hintKey="textHint"
          action={t('confirm.send')}
          onClose={() => setAsked(null)}
          onSend={(message) =>
            void act({
              action: SERVER_ACTION.MESSAGE_PRIVATE,
              player_id: asked.player.id,
              text: message,
            })
          }
        />
      ) : null}
    </Panel>
  );
}
