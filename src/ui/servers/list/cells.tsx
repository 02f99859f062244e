import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import type { ConnectionState, ServerRow } from '../../../domain/rows.ts';
import { isFollowed, serverStatus } from '../../../domain/servers/status.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { useTextOfNow } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import type { Column } from '../../parts/addresses/servers.ts';
import { PlayerCount } from '../../parts/player-count.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { formatCount, formatDuration, formatMoment } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';

export interface CellProps {
  readonly server: ServerRow;
  readonly connection: ConnectionState['kind'];
  readonly locale: Locale;
}

type AnyCellProps = CellProps & { readonly column: Column };

/** One cell of the table. Most of what a row tells is not what this cell shows: then it is not drawn again. */
export const Cell = memo(
  DrawnCell,
  (before, after) =>
    before.column === after.column &&
    before.locale === after.locale &&
    before.connection === after.connection &&
    SHOWN[before.column](before.server) === SHOWN[after.column](after.server),
);

/** What a column shows of a server; a row comes anew from the worker, so that its parts are never the same. */
const SHOWN: Readonly<Record<Column, (server: ServerRow) => string | number | null>> = {
  game: ({ configuration }) => configuration.game,
  identifier: ({ id, configuration }) => `${id} ${configuration.identifier}`,
  state: (server) => {
    const { name, fault } = serverStatus(server);
    return `${name} ${fault}`;
  },
  players: ({ population: { players, source, observed_at }, state }) => {
    const followed = isFollowed(state);
    if (source === 'live' && followed && !state.offline) return players;
    return `${players} ${source} ${observed_at} ${state.offline} ${followed}`;
  },
  slots: ({ population }) => population.slots,
  queue: ({ configuration, population }) => `${configuration.game} ${population.queue?.size}`,
  next_restart: ({ environment }) => environment.next_restart.local,
  uptime: ({ environment: { uptime, observed_at }, state }) =>
    uptime === null || state.offline ? null : uptime * 1_000 - observed_at,
};

function DrawnCell({ column, ...props }: AnyCellProps) {
  const { server, connection, locale } = props;
  switch (column) {
    case 'game':
      return <GameSign game={server.configuration.game} />;
    case 'identifier':
      return (
        <Link href={to.serverDashboard(server.id)} className="row-link">
          {server.configuration.identifier}
        </Link>
      );
    case 'state':
      return <ServerStatus server={server} detailed />;
    case 'players':
      return <PlayerCount server={server} connection={{ kind: connection }} locale={locale} />;
    case 'slots':
      return <Figure value={server.population.slots} locale={locale} />;
    case 'queue':
      if (!factsOf(server.configuration.game).queues) return <NoQueue />;
      return <Figure value={server.population.queue?.size ?? null} locale={locale} />;
    case 'next_restart':
      return <NextRestart local={server.environment.next_restart.local} locale={locale} />;
    case 'uptime':
      return <Uptime {...props} />;
  }
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

function NextRestart({
  local,
  locale,
}: {
  readonly local: string | null;
  readonly locale: Locale;
}) {
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
  const { uptime, observed_at } = server.environment;
  const text = useTextOfNow((now) => {
    const since = connection === 'live' ? (hostTime(now) - observed_at) / 1_000 : 0;
    return formatDuration((uptime ?? 0) + Math.max(0, since), locale);
  });
  if (uptime === null || server.state.offline) return <Nothing text={t('unknown')} />;
  return <span className="numeric">{text}</span>;
}
