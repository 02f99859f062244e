import type { ReadonlySignal } from '@preact/signals-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import type { ConnectionState, ServerRow } from '../../../domain/rows.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { useTextOfNow } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRow, useShown } from '../../data/use-view.ts';
import type { Column } from '../../parts/addresses/servers.ts';
import { PlayerCount } from '../../parts/player-count.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { formatCount, formatDuration, formatMoment } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';

export interface CellProps {
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly connection: ConnectionState['kind'];
  readonly locale: Locale;
}

/** What of a server a cell is made of: it is drawn again where one of these is another. */
const STATUS = ['configuration', 'deployment', 'state'] as const;
const COUNT = ['population', 'state'] as const;
const UPTIME = ['environment', 'state'] as const;

const idOf = ({ id }: ServerRow) => id;
const gameOf = ({ configuration }: ServerRow) => configuration.game;
const nameOf = ({ configuration }: ServerRow) => configuration.identifier;
const slotsOf = ({ population }: ServerRow) => population.slots;
const queuedOf = ({ population }: ServerRow) => population.queue?.size ?? null;
const restartOf = ({ environment }: ServerRow) => environment.next_restart.local;

/** One cell of the table. Most of what a row tells is not what this cell shows: then it is not drawn again. */
export const Cell = memo(function Cell({
  column,
  ...props
}: CellProps & { readonly column: Column }) {
  switch (column) {
    case 'game':
      return <Game {...props} />;
    case 'identifier':
      return <Name {...props} />;
    case 'state':
      return <State {...props} />;
    case 'players':
      return <Players {...props} />;
    case 'slots':
      return <Slots {...props} />;
    case 'queue':
      return <Queue {...props} />;
    case 'next_restart':
      return <NextRestart {...props} />;
    case 'uptime':
      return <Uptime {...props} />;
  }
});

function Game({ server }: CellProps) {
  const game = useSignalValue(useShown(server, gameOf));
  return game === undefined ? null : <GameSign game={game} />;
}

function Name({ server }: CellProps) {
  const id = useSignalValue(useShown(server, idOf)) ?? '';
  return (
    <Link href={to.serverDashboard(id)} className="row-link">
      {useShown(server, nameOf)}
    </Link>
  );
}

function State({ server }: CellProps) {
  const row = useRow(server, STATUS);
  return row === undefined ? null : <ServerStatus server={row} detailed />;
}

function Players({ server, connection, locale }: CellProps) {
  const row = useRow(server, COUNT);
  if (row === undefined) return null;
  return <PlayerCount server={row} connection={{ kind: connection }} locale={locale} />;
}

function Slots({ server, locale }: CellProps) {
  return <Figure value={useSignalValue(useShown(server, slotsOf)) ?? null} locale={locale} />;
}

function Queue({ server, locale }: CellProps) {
  const game = useSignalValue(useShown(server, gameOf));
  const queued = useSignalValue(useShown(server, queuedOf)) ?? null;
  if (game !== undefined && !factsOf(game).queues) return <NoQueue />;
  return <Figure value={queued} locale={locale} />;
}

function Figure({ value, locale }: { readonly value: number | null; readonly locale: Locale }) {
  const { t } = useTranslation();
  if (value !== null) return <span className="numeric">{formatCount(value, locale)}</span>;
  return <Nothing text={t('unknown')} />;
}

/** Said apart from a queue that is not known. */
function NoQueue() {
  const { t } = useTranslation('dashboard');
  return <Nothing text={t('noQueue')} />;
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <span className="soft" title={text}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

function NextRestart({ server, locale }: CellProps) {
  const local = useSignalValue(useShown(server, restartOf)) ?? null;
  const { t } = useTranslation();
  const at = local === null ? 0 : Date.parse(local);
  const left = useTextOfNow((now) => formatDuration((at - now) / 1_000, locale));
  if (local === null) return <Nothing text={t('none')} />;
  return (
    <time className="numeric" dateTime={local} title={formatMoment(at, locale)}>
      {left}
    </time>
  );
}

function Uptime({ server, connection, locale }: CellProps) {
  const { t } = useTranslation();
  const { environment, state } = useRow(server, UPTIME) ?? {};
  const uptime = environment?.uptime ?? null;
  const observed_at = environment?.observed_at ?? 0;
  const text = useTextOfNow((now) => {
    const since = connection === 'live' ? (hostTime(now) - observed_at) / 1_000 : 0;
    return formatDuration((uptime ?? 0) + Math.max(0, since), locale);
  });
  if (uptime === null || state?.offline === true) return <Nothing text={t('unknown')} />;
  return <span className="numeric">{text}</span>;
}
