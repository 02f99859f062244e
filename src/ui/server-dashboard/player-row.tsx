import { MessageSquare, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlayerView } from '../../domain/queries.ts';
import type { IntentionRow } from '../../domain/rows.ts';
import { useRow, type ViewHandle } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useNow } from '../parts/clock.ts';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatDuration, formatMoment } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';
import { AskedMark } from './asked-mark.tsx';
import { reasonId, type WhyNot } from '../actions/why-not.ts';

/** What can be asked for in a player's row. */
export type PlayerRequest = 'details' | 'kick' | 'message';

/** What the viewer may see and do. */
export interface PlayerColumns {
  readonly personal: boolean;
  /** The identifier that this game tells of everybody. */
  readonly identity: 'steam_id' | 'guid';
  /** Absent: not the viewer's to do. `why`: what stands against it now. */
  readonly kick?: { readonly why: WhyNot | null };
  readonly message?: { readonly why: WhyNot | null };
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
  readonly onAsk: (what: PlayerRequest, player: PlayerView) => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const player = useRow(view, id);
  if (player === undefined) return null;
  const identity = player[columns.identity];
  return (
    <tr aria-rowindex={index + 2}>
      <td data-column="name">
        <span className="name-and-marks">
          {columns.personal ? (
            <button
              type="button"
              className="player-open"
              title={player.name}
              aria-haspopup="dialog"
              onClick={() => onAsk('details', player)}
            >
              <bdi className="player-name">{player.name}</bdi>
            </button>
          ) : (
            <bdi className="player-name" title={player.name}>
              {player.name}
            </bdi>
          )}
          {player.lobby ? <span className="tag">{t('players.lobby')}</span> : null}
          {player.verified ? null : (
            <span className="tag unverified">{t('players.unverified')}</span>
          )}
          {asked === undefined ? null : <AskedMark intention={asked} />}
        </span>
      </td>
      <td data-column="joined_at">
        <OnSince player={player} locale={locale} />
      </td>
      <td data-column="ping" className="numeric">
        {player.ping === null ? '–' : formatCount(player.ping, locale)}
      </td>
      {columns.personal ? (
        <>
          <td data-column="address" className="mono" title={player.ip ?? undefined}>
            {player.ip ?? '–'}
          </td>
          <td data-column="identity" className="mono" title={identity ?? undefined}>
            {identity ?? '–'}
          </td>
        </>
      ) : null}
      {columns.kick !== undefined || columns.message !== undefined ? (
        <td data-column="actions">
          {columns.message !== undefined ? (
            <Button
              kind="quiet"
              icon={<MessageSquare />}
              aria-label={t('players.messageWho', { name: player.name })}
              title={t('players.message')}
              why={described(columns.message.why, player)}
              onClick={() => onAsk('message', player)}
            />
          ) : null}
          {columns.kick !== undefined ? (
            <Button
              kind="quiet"
              icon={<UserX />}
              aria-label={t('players.kickWho', { name: player.name })}
              title={t('players.kick')}
              why={described(columns.kick.why, player)}
              onClick={() => onAsk('kick', player)}
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

function described(why: WhyNot | null, { server_id: id }: PlayerView): string | undefined {
  return why === null ? undefined : reasonId(why, id);
}

function OnSince({ player, locale }: { readonly player: PlayerView; readonly locale: Locale }) {
  const { t } = useTranslation('serverDashboard');
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
