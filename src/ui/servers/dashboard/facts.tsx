import { useTranslation } from 'react-i18next';
import type { ConnectionState } from '../../../domain/rows.ts';
import {
  mayRestartEarlier,
  restartOf,
  START_UNKNOWN,
} from '../../../domain/servers/next-restart.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { useNow } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import { useHeardUntil, useOne } from '../../data/use-view.ts';
import { useLocale } from '../../parts/locale.ts';
import { PlayerCount } from '../../parts/player-count.tsx';
import { formatCount, formatDuration, formatMoment } from '../../text/format.ts';
import { NextRestart } from '../../parts/next-restart.tsx';
import { Uptime } from '../../parts/uptime.tsx';
import { Freshness } from './freshness.tsx';

/** The figures of a server in one line, as they are now. */
export function Facts({
  serverId,
  connection,
}: {
  readonly serverId: string;
  readonly connection: Pick<ConnectionState, 'kind'>;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const now = hostTime(useNow());
  const heardUntil = useHeardUntil();
  const server = useOne({ view: 'server', server_id: serverId }).row;
  if (server === undefined) return null;
  const { population, environment, state } = server;
  const unknown = t('unknown', { ns: 'common' });
  const restart = restartOf(server);
  const facts = [
    ['map', environment.map],
    ['time', environment.time],
    [
      'uptime',
      environment.uptime === null || state.offline ? null : (
        <Uptime key="uptime" server={server} heardUntil={heardUntil} locale={locale} />
      ),
    ],
    [
      'nextRestart',
      restart === null ? null : restart === START_UNKNOWN ? (
        <span key="restart" className="soft">
          {t('restart.startUnknown', { ns: 'server' })}
        </span>
      ) : (
        <NextRestart key="restart" local={restart} as="left" earlier={mayRestartEarlier(server)} />
      ),
    ],
    ['version', environment.version],
  ] as const;
  return (
    <dl className="server-facts">
      <div>
        <dt>{t('fact.players')}</dt>
        <dd>
          <strong>
            <PlayerCount server={server} connection={connection} locale={locale} />
          </strong>
          {population.slots === null ? null : (
            <span className="soft numeric">
              {' '}
              {t('slots', { slots: formatCount(population.slots, locale) })}
            </span>
          )}{' '}
          <Freshness server={server} connection={connection} />
        </dd>
      </div>
      {factsOf(server.configuration.game).queues ? (
        <div>
          <dt>{t('fact.queue')}</dt>
          <dd className="numeric">
            {population.queue === null ? unknown : formatCount(population.queue.size, locale)}
          </dd>
        </div>
      ) : null}
      {environment.wiped_at === null ? null : (
        <div>
          <dt>{t('fact.wiped')}</dt>
          <dd className="numeric">
            <time
              dateTime={new Date(environment.wiped_at).toISOString()}
              title={formatMoment(environment.wiped_at, locale)}
            >
              {t('ago', {
                ago: formatDuration((now - environment.wiped_at) / 1_000, locale),
              })}
            </time>
          </dd>
        </div>
      )}
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} data-fact={name}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
