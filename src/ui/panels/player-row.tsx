import { MessageSquare, UserX } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerView } from '../../domain/queries.ts';
import type { IntentionRow } from '../../domain/rows.ts';
import { reasonId, type WhyNot } from '../actions/why-not.ts';
import { useTextOfNow } from '../data/clock.ts';
import { useRow, type ViewHandle } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatDuration, formatMoment } from '../text/format.ts';
import { AskedMark } from './asked-mark.tsx';

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

/** What every row of a list has in common; all of it stays the same while a player changes. */
interface RowOfPlayer {
  readonly id: string;
  readonly row: ViewHandle<PlayerView>['row'];
  readonly columns: PlayerColumns;
  /** What was asked for this player last. */
  readonly asked: IntentionRow | undefined;
  readonly onAsk: (what: PlayerRequest, player: PlayerView) => void;
}

/** One player. What changes of one renders its own cell; who comes or goes above renders the place alone. */
export const PlayerTableRow = memo(function PlayerTableRow({
  index,
  ...row
}: RowOfPlayer & { readonly index: number }) {
  return (
    <tr aria-rowindex={index + 2}>
      <Cells {...row} />
    </tr>
  );
});

const Cells = memo(function Cells({ columns, ...row }: RowOfPlayer) {
  const { id, row: rowOf } = row;
  return (
    <>
      <td data-column="name">
        <Name {...row} />
      </td>
      <td data-column="joined_at">
        <OnSince id={id} row={rowOf} />
      </td>
      <td data-column="ping" className="numeric">
        <Ping id={id} row={rowOf} />
      </td>
      {columns.personal ? (
        <>
          <Told column="address" part="ip" id={id} row={rowOf} />
          <Told column="identity" part={columns.identity} id={id} row={rowOf} />
        </>
      ) : null}
      {columns.kick !== undefined || columns.message !== undefined ? (
        <td data-column="actions">
          <Actions {...row} columns={columns} />
        </td>
      ) : null}
    </>
  );
});

type OneRow = Pick<RowOfPlayer, 'id' | 'row'>;

const nameAndMarks = ({ name, lobby, verified }: PlayerView): string =>
  `${lobby ? 'lobby ' : ''}${verified ? 'verified ' : ''}${name}`;
const nameOf = ({ name }: PlayerView): string => name;
const pingOf = ({ ping }: PlayerView): number | null => ping;
const sinceOf = ({ joined_at, joined_before }: PlayerView): string =>
  `${joined_before ? 'before ' : ''}${joined_at}`;

function Name({ id, row, asked, onAsk }: Omit<RowOfPlayer, 'columns'>) {
  const { t } = useTranslation('serverDashboard');
  const player = useRow({ row }, id, nameAndMarks);
  if (player === undefined) return null;
  return (
    <span className="name-and-marks">
      <button
        type="button"
        className="player-open"
        title={player.name}
        aria-haspopup="dialog"
        onClick={() => onAsk('details', player)}
      >
        <bdi className="player-name">{player.name}</bdi>
      </button>
      {player.lobby ? <span className="tag">{t('players.lobby')}</span> : null}
      {player.verified ? null : <span className="tag unverified">{t('players.unverified')}</span>}
      {asked === undefined ? null : <AskedMark intention={asked} />}
    </span>
  );
}

function Ping({ id, row }: OneRow) {
  const locale = useLocale();
  const ping = useRow({ row }, id, pingOf)?.ping ?? null;
  return ping === null ? '–' : formatCount(ping, locale);
}

const TOLD = {
  ip: ({ ip }: PlayerView) => ip,
  steam_id: ({ steam_id }: PlayerView) => steam_id,
  guid: ({ guid }: PlayerView) => guid,
} as const;

function Told({
  column,
  part,
  id,
  row,
}: OneRow & { readonly column: string; readonly part: keyof typeof TOLD }) {
  const told = useRow({ row }, id, TOLD[part])?.[part] ?? null;
  return (
    <td data-column={column} className="mono" title={told ?? undefined}>
      {told ?? '–'}
    </td>
  );
}

function Actions({ id, row, columns, onAsk }: Omit<RowOfPlayer, 'asked'>) {
  const { t } = useTranslation('serverDashboard');
  const player = useRow({ row }, id, nameOf);
  if (player === undefined) return null;
  const { name } = player;
  return (
    <>
      {columns.message !== undefined ? (
        <Button
          kind="quiet"
          icon={<MessageSquare />}
          aria-label={t('players.messageWho', { name })}
          title={t('players.message')}
          why={described(columns.message.why, player)}
          onClick={() => onAsk('message', player)}
        />
      ) : null}
      {columns.kick !== undefined ? (
        <Button
          kind="quiet"
          icon={<UserX />}
          aria-label={t('players.kickWho', { name })}
          title={t('players.kick')}
          why={described(columns.kick.why, player)}
          onClick={() => onAsk('kick', player)}
        />
      ) : null}
    </>
  );
}

function described(why: WhyNot | null, { server_id: id }: PlayerView): string | undefined {
  return why === null ? undefined : reasonId(why, id);
}

function OnSince({ id, row }: OneRow) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const player = useRow({ row }, id, sinceOf);
  const joined = player?.joined_at ?? 0;
  const time = useTextOfNow((now) => formatDuration((now - joined) / 1_000, locale));
  if (player === undefined) return null;
  return (
    <time
      className="numeric"
      dateTime={new Date(joined).toISOString()}
      title={formatMoment(joined, locale)}
    >
      {player.joined_before ? t('players.before', { time }) : time}
    </time>
  );
}
