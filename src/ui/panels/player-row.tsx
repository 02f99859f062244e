import { Ban, MessageSquare, UserX } from 'lucide-react';
import { computed, type ReadonlySignal } from '@preact/signals-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerView } from '../../domain/queries.ts';
import type { IntentionRow } from '../../domain/rows.ts';
import { banQuestion } from '../bans/ban-question.ts';
import { playerQuestion, type PlayerQuestion } from '../actions/player-question.ts';
import { reasonId, type WhyNot } from '../actions/why-not.ts';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useRow, useShown } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { PlayerName } from '../parts/players/player-name.tsx';
import { formatCount, formatDuration, formatMoment } from '../text/format.ts';
import { playerName } from '../text/player-name.ts';
import { AskedMark } from './asked-mark.tsx';

/** What the viewer may see and do. */
export interface PlayerColumns {
  readonly personal: boolean;
  /** The identifier that this game tells of everybody. */
  readonly identity: 'steam_id' | 'guid';
  /** Absent: not the viewer's to do. `why`: what stands against it now. */
  readonly kick?: { readonly why: WhyNot | null };
  readonly message?: { readonly why: WhyNot | null };
  /** The viewer may ban somebody on a list. */
  readonly ban: boolean;
  /** The last moment at which who is on was known, host time; null: it is known now. */
  readonly asOf: number | null;
}

/** Whether there is anything that the viewer may do about somebody. */
export function hasActions({ kick, message, ban }: PlayerColumns): boolean {
  return kick !== undefined || message !== undefined || ban;
}

/** What every row of a list has in common; all of it stays the same while a player changes. */
interface RowOfPlayer {
  readonly row: ReadonlySignal<PlayerView | undefined>;
  readonly columns: PlayerColumns;
  /** What was asked for this player last. */
  readonly asked: IntentionRow | undefined;
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

const Cells = memo(function Cells({ columns, ...shared }: RowOfPlayer) {
  const { row } = shared;
  return (
    <>
      <td data-column="name">
        <Name {...shared} />
      </td>
      <td data-column="joined_at">
        <OnSince row={row} asOf={columns.asOf} />
      </td>
      <td data-column="ping" className="numeric">
        <Ping row={row} />
      </td>
      {columns.personal ? (
        <>
          <Told column="address" part="ip" row={row} />
          <Told column="identity" part={columns.identity} row={row} />
        </>
      ) : null}
      {hasActions(columns) ? (
        <td data-column="actions">
          <Actions {...shared} columns={columns} />
        </td>
      ) : null}
    </>
  );
});

type OneRow = Pick<RowOfPlayer, 'row'>;

const MARKED_NAME = ['id', 'server_id', 'muster_id', 'name', 'lobby', 'verified'] as const;
const WHO = ['id', 'server_id', 'muster_id', 'name'] as const;
const SINCE = ['joined_at', 'joined_before'] as const;
const pingOf = ({ ping }: PlayerView) => ping;

function Name({ row, asked }: Omit<RowOfPlayer, 'columns'>) {
  const { t } = useTranslation('serverDashboard');
  const player = useRow(row, MARKED_NAME);
  if (player === undefined) return null;
  return (
    <span className="name-and-marks">
      <PlayerName
        serverId={player.server_id}
        id={player.id}
        muster_id={player.muster_id}
        name={playerName(player)}
      />
      {player.lobby ? <span className="tag">{t('players.lobby')}</span> : null}
      {player.verified ? null : <span className="tag unverified">{t('players.unverified')}</span>}
      {asked === undefined ? null : <AskedMark intention={asked} />}
    </span>
  );
}

function Ping({ row }: OneRow) {
  const locale = useLocale();
  const ping = useShown(row, pingOf);
  const text = useMemo(
    () =>
      computed(() => {
        const ms = ping.value ?? null;
        return ms === null ? '–' : formatCount(ms, locale);
      }),
    [ping, locale],
  );
  return <>{text}</>;
}

const TOLD = {
  ip: ({ ip }: PlayerView) => ip,
  steam_id: ({ steam_id }: PlayerView) => steam_id,
  guid: ({ guid }: PlayerView) => guid,
} as const;

function Told({
  column,
  part,
  row,
}: OneRow & { readonly column: string; readonly part: keyof typeof TOLD }) {
  const told = useSignalValue(useShown(row, TOLD[part])) ?? null;
  return (
    <td data-column={column} className="mono" title={told ?? undefined}>
      {told ?? '–'}
    </td>
  );
}

function Actions({ row, columns }: Omit<RowOfPlayer, 'asked'>) {
  const { t } = useTranslation('serverDashboard');
  const player = useRow(row, WHO);
  if (player === undefined) return null;
  const name = playerName(player);
  return (
    <>
      {columns.message !== undefined ? (
        <Button
          kind="quiet"
          icon={<MessageSquare />}
          aria-label={t('players.messageWho', { name })}
          title={t('players.message')}
          why={described(columns.message.why, player)}
          onClick={() => ask('message', player)}
        />
      ) : null}
      {columns.kick !== undefined ? (
        <Button
          kind="quiet"
          icon={<UserX />}
          aria-label={t('players.kickWho', { name })}
          title={t('players.kick')}
          why={described(columns.kick.why, player)}
          onClick={() => ask('kick', player)}
        />
      ) : null}
      {columns.ban ? (
        <Button
          kind="quiet"
          icon={<Ban />}
          data-deed="ban"
          aria-label={t('players.banWho', { name })}
          title={t('players.ban')}
          onClick={() => {
            banQuestion.value = { serverId: player.server_id, player };
          }}
        />
      ) : null}
    </>
  );
}

function ask(what: PlayerQuestion['what'], player: Pick<PlayerView, (typeof WHO)[number]>): void {
  playerQuestion.value = { what, serverId: player.server_id, player };
}

function described(
  why: WhyNot | null,
  { server_id: id }: Pick<PlayerView, 'server_id'>,
): string | undefined {
  return why === null ? undefined : reasonId(why, id);
}

function OnSince({ row, asOf }: OneRow & Pick<PlayerColumns, 'asOf'>) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const player = useRow(row, SINCE);
  const joined = player?.joined_at ?? 0;
  // Of somebody who may have gone no time goes on.
  const time = useTextOfNow((now) =>
    formatDuration(((asOf ?? hostTime(now)) - joined) / 1_000, locale),
  );
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
