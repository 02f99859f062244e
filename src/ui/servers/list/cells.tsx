import { signal, type ReadonlySignal } from '@preact/signals-react';
import { Lock } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { restartOf } from '../../../domain/servers/next-restart.ts';
import type { DayRow, ServerRow } from '../../../domain/rows.ts';
import { isDown, serverStatus } from '../../../domain/servers/status.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { useTextOfNow } from '../../data/clock.ts';
import { knownUntil } from '../../data/host-clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRow, useShown } from '../../data/use-view.ts';
import type { Column } from '../../parts/addresses/servers.ts';
import { GamePicture, ServerStatus } from '../../parts/server-status.tsx';
import { whenIdle } from '../../parts/when-idle.ts';
import { formatAge, formatCount } from '../../text/format.ts';
import { NextRestart as RestartMark } from '../../parts/next-restart.tsx';
import { Nothing } from './nothing.tsx';
import { Players } from './players-cell.tsx';
import { NextRestart, UptimeCell } from './time-cells.tsx';
import type { CellProps } from './cell-props.ts';

/** The days that it shows are asked for no sooner. */
const Trend = lazy(async () => {
  await whenIdle();
  return { default: (await import('./trend-cell.tsx')).Trend };
});

const AlertMark = lazy(async () => {
  await whenIdle();
  return { default: (await import('./alert-mark.tsx')).AlertMark };
});

/** What of a server a cell is made of: it is drawn again where one of these is another. */
const STATUS = ['configuration', 'deployment', 'state'] as const;

const idOf = ({ id }: ServerRow) => id;
const gameOf = ({ configuration }: ServerRow) => configuration.game;
const nameOf = ({ configuration }: ServerRow) => serverName(configuration);
const tagsOf = ({ configuration }: ServerRow) => configuration.tags.join(' · ');
const queuedOf = ({ population }: ServerRow) => population.queue?.size ?? null;
const mapOf = ({ environment }: ServerRow) => environment.map;
const lockedOf = ({ environment }: ServerRow) => environment.locked;

const NO_DAY: ReadonlySignal<DayRow | undefined> = signal(undefined);

/** One cell of the table. Most of what a row tells is not what this cell shows: then it is not drawn again. */
export const Cell = memo(function Cell({
  column,
  narrow = false,
  day = NO_DAY,
  ...props
}: CellProps & {
  readonly column: Column;
  readonly narrow?: boolean;
  readonly day?: ReadonlySignal<DayRow | undefined>;
}) {
  switch (column) {
    case 'game':
      return <Game {...props} />;
    case 'identifier':
      return <Name {...props} narrow={narrow} />;
    case 'state':
      return <State {...props} />;
    case 'players':
      return <Players {...props} />;
    case 'trend':
      return (
        <Suspense>
          <Trend {...props} day={day} />
        </Suspense>
      );
    case 'queue':
      return <Queue {...props} />;
    case 'map':
      return <GameMap {...props} />;
    case 'next_restart':
      return <NextRestart {...props} />;
    case 'uptime':
      return <UptimeCell {...props} />;
  }
});

function Game({ server }: CellProps) {
  const game = useSignalValue(useShown(server, gameOf));
  return game === undefined ? null : <GamePicture game={game} />;
}

/** On a narrow screen the state stands below the name, and a restart that is near. */
function Name({ narrow, ...props }: CellProps & { readonly narrow: boolean }) {
  const { server } = props;
  const id = useSignalValue(useShown(server, idOf)) ?? '';
  return (
    <>
      <Link href={to.serverDashboard(id)} className="row-link">
        {useShown(server, nameOf)}
      </Link>
      <span className="tags soft">{useShown(server, tagsOf)}</span>
      {narrow ? <State {...props} withRestart /> : null}
    </>
  );
}

function State({ withRestart = false, ...props }: CellProps & { readonly withRestart?: boolean }) {
  const { server } = props;
  const { t } = useTranslation('dashboard');
  const row = useRow(server, STATUS);
  const locked = useSignalValue(useShown(server, lockedOf)) === true;
  if (row === undefined) return null;
  return (
    <span className="state-cell">
      <ServerStatus server={row} detailed />
      {isDown(serverStatus(row).name) ? <Since {...props} since={row.state.since} /> : null}
      <Suspense fallback={null}>
        <AlertMark {...props} />
      </Suspense>
      {withRestart ? <NearRestart server={server} /> : null}
      {locked ? (
        <span className="locked" title={t('locked')}>
          <Lock className="icon" />
          <span className="visually-hidden">{t('locked')}</span>
        </span>
      ) : null}
    </span>
  );
}

/** For how long a server has been as it is. */
function Since({ heardUntil, locale, since }: CellProps & { readonly since: number }) {
  const age = useTextOfNow((now) =>
    formatAge((knownUntil(heardUntil, since, now) - since) / 1_000, locale),
  );
  return <span className="numeric since">{age}</span>;
}

function NearRestart({ server }: Pick<CellProps, 'server'>) {
  const local = useSignalValue(useShown(server, restartOf)) ?? null;
  return <RestartMark local={local} as="sign" />;
}

function Queue({ server, locale }: CellProps) {
  const { t } = useTranslation('dashboard');
  const game = useSignalValue(useShown(server, gameOf));
  const queued = useSignalValue(useShown(server, queuedOf)) ?? null;
  // Said apart from a queue that is not known.
  if (game !== undefined && !factsOf(game).queues) return <Nothing text={t('noQueue')} />;
  if (queued === null) return <Nothing text={t('unknown', { ns: 'common' })} />;
  return (
    <span className="numeric" data-none={queued === 0}>
      {formatCount(queued, locale)}
    </span>
  );
}

function GameMap({ server }: CellProps) {
  const { t } = useTranslation();
  const map = useSignalValue(useShown(server, mapOf)) ?? null;
  if (map === null) return <Nothing text={t('unknown')} />;
  return (
    <span className="cut" title={map}>
      {map}
    </span>
  );
}
