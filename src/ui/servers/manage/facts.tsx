import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import { gameName } from '../../../protocol/enumerations.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { useHeardUntil, useOne, useReplaying } from '../../data/use-view.ts';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { PlayerCount } from '../../parts/player-count.tsx';
import { ServerStatus } from '../../parts/server-status.tsx';
import { useCall } from '../../parts/use-call.ts';
import { Uptime } from '../../parts/uptime.tsx';
import { formatCount, formatMoment } from '../../text/format.ts';
import { followingQueryPort } from '../add/usual-ports.ts';
import type { Settings } from './settings-draft.ts';

const FACTS = [
  'id',
  'game',
  'state',
  'since',
  'address',
  'players',
  'queue',
  'map',
  'wiped',
  'version',
  'uptime',
  'timezone',
  'created',
] as const;

/** What a server is and how it is. `settings`: null for those who may not change where it is. */
export function FactsPanel({
  server,
  account,
  settings,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
  readonly settings: Settings | null;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const connection = useOne({ view: 'link' }).row?.connection ?? { kind: 'starting' as const };
  const heardUntil = useHeardUntil();
  const { configuration, state, environment, population } = server;
  const place = usePlace(server, account, settings);
  const { queues, wiped } = factsOf(configuration.game);
  const unknown = t('unknown', { ns: 'common' });
  const facts: Readonly<Record<(typeof FACTS)[number], ReactNode>> = {
    id: <span className="mono">{server.id}</span>,
    game: t(`game.${gameName(configuration.game)}`, { ns: 'server' }),
    state: <ServerStatus server={server} detailed />,
    since: formatMoment(state.since, locale),
    address: place === null ? null : <Address game={configuration.game} place={place} />,
    players: (
      <>
        <PlayerCount server={server} connection={connection} locale={locale} />
        {' / '}
        {population.slots === null ? unknown : formatCount(population.slots, locale)}
      </>
    ),
    queue: queues
      ? population.queue === null
        ? unknown
        : formatCount(population.queue.size, locale)
      : null,
    map: environment.map ?? unknown,
    wiped: wiped
      ? environment.wiped_at === null
        ? unknown
        : formatMoment(environment.wiped_at, locale)
      : null,
    version: environment.version ?? unknown,
    uptime: <Uptime server={server} heardUntil={heardUntil} locale={locale} />,
    timezone: configuration.timezone,
    created: formatMoment(configuration.created_at, locale),
  };
  return (
    <Panel title={t('overview')}>
      <dl className="facts">
        {FACTS.map((name) =>
          facts[name] === null ? null : (
            <div key={name}>
              <dt>{t(`fact.${name}`)}</dt>
              <dd className="numeric">{facts[name]}</dd>
            </div>
          ),
        )}
      </dl>
    </Panel>
  );
}

type Place = Pick<Settings, 'host' | 'game_port' | 'query_port' | 'rcon_port'>;

/** Where it is, for whoever may know that; asked again where it was connected anew, as it is where that changed. */
function usePlace(server: ServerRow, account: AccountRow, settings: Settings | null): Place | null {
  const { id, state } = server;
  const replaying = useReplaying();
  const asks = settings === null && !replaying && may(account, id, 'server.view.info');
  const asked = asks ? { params: { server_id: id } } : null;
  const { answer } = useCall('serverInfo', asked, state.since);
  if (settings !== null) return settings;
  // What was told is not shown to somebody who may not know it any more.
  return asks ? answer : null;
}

function Address({ game, place }: { readonly game: Settings['game']; readonly place: Place }) {
  const { t } = useTranslation('serverPages');
  const { host, game_port, query_port, rcon_port } = place;
  const following = followingQueryPort({ game, game_port: String(game_port) });
  const query = query_port ?? t('ports.following', { port: following });
  const ports = { game: game_port, query };
  return (
    <>
      <span className="mono">{host}</span>
      <span className="ports soft">
        {rcon_port === null
          ? t('ports.withoutRcon', ports)
          : t('ports.all', { ...ports, rcon: rcon_port })}
      </span>
    </>
  );
}
