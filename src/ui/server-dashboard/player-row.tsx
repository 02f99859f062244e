import { MessageSquare, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlayerView } from '../../domain/queries.ts';
import type { IntentionRow } from '../../domain/rows.ts';
import { useRow, type ViewHandle } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useNow } from '../parts/clock.ts';
import { useLocale } from '../parts/locale.ts';
import { formatDuration, formatMoment } from '../text/format.ts';
import { AskedMark } from './asked-mark.tsx';

/** What the viewer may see and do. */
export interface PlayerColumns {
  readonly personal: boolean;
  readonly kick: boolean;
  readonly message: boolean;
  /** Nothing can be sent to a game server that is not connected. */
  readonly reachable: boolean;
}

/** One player; renders again only when this player changes. */
export function PlayerTableRow({
  id,
  index,
  view,
  columns,
  asked,
  onAsk,
}: {
  readonly id: string;
  readonly index: number;
  readonly view: ViewHandle<PlayerView>;
  readonly columns: PlayerColumns;
  /** What was asked for this player last. */
  readonly asked: IntentionRow | undefined;
  readonly onAsk: (what: 'kick' | 'message', player: PlayerView) => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const player = useRow(view, id);
  if (player === undefined) return null;
  return (
    <tr aria-rowindex={index + 2}>
      <td data-column="name">
        <span className="name-and-marks">
          <bdi className="player-name" title={player.name}>
            {player.name}
          </bdi>
          {player.lobby ? <span className="tag">{t('players.lobby')}</span> : null}
          {player.verified ? null : <span className="tag">{t('players.unverified')}</span>}
          {asked === undefined ? null : <AskedMark intention={asked} />}
        </span>
      </td>
      <td data-column="joined_at">
        <OnSince player={player} />
      </td>
      <td data-column="ping" className="numeric">
        {player.ping ?? '–'}
      </td>
      {columns.personal ? (
        <>
          <td data-column="address" className="mono" title={player.ip ?? undefined}>
            {player.ip ?? '–'}
          </td>
          <td data-column="guid" className="mono" title={player.guid ?? undefined}>
            {player.guid === null ? '–' : `${player.guid.slice(0, 8)}…`}
          </td>
        </>
      ) : null}
      {columns.kick || columns.message ? (
        <td data-column="actions">
          {columns.message ? (
            <Button
              kind="quiet"
              icon={<MessageSquare />}
              aria-label={t('players.messageWho', { name: player.name })}
              title={columns.reachable ? t('players.message') : t('notConnected')}
              disabled={!columns.reachable}
              onClick={() => onAsk('message', player)}
            />
          ) : null}
          {columns.kick ? (
            <Button
              kind="quiet"
              icon={<UserX />}
              aria-label={t('players.kickWho', { name: player.name })}
              title={columns.reachable ? t('players.kick') : t('notConnected')}
              disabled={!columns.reachable}
              onClick={() => onAsk('kick', player)}
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

function OnSince({ player }: { readonly player: PlayerView }) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const now = useNow();
  const time = formatDuration((now - player.joined_at) / 1_000, locale);
  return (
    <time
      className="numeric"
      dateTime={new Date(player.joined_at).toISOString()}
      title={formatMoment(player.joined_at, locale)}
    >
      {player.joined_before ? t('players.before', { time }) : time}
    </time>
  );
}
