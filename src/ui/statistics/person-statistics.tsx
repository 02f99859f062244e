import './statistics.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useReplaying } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatAmount, formatCount, formatDistance, formatMoment } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';
import { HitFigure } from './hit-figure.tsx';
import { ResetPlayer } from './reset-player.tsx';
import { WeaponTable } from './weapon-table.tsx';
import type { PersonStatistics } from './told.ts';

/** What somebody has done, on one server or on all that one may see. */
export function PersonStatisticsPanel({
  id,
  server,
  rights,
  reset,
}: {
  readonly id: string;
  readonly server?: string;
  /** As `useRights` tells it. */
  readonly rights: string;
  /** Who they are to whoever may forget it; null: they may not. */
  readonly reset: string | null;
}) {
  const { t } = useTranslation('statistics');
  const replaying = useReplaying();
  const { answer, error, reload } = useCall(
    'personStatistics',
    replaying ? null : { params: { muster_id: id }, query: server === undefined ? {} : { server } },
    rights,
  );
  const canReset = server !== undefined && reset !== null && answer !== null && !isEmpty(answer);
  return (
    <Panel
      title={t('title')}
      tools={
        canReset ? (
          <ResetPlayer serverId={server} player={{ id, name: reset }} onDone={reload} />
        ) : null
      }
    >
      {replaying ? <p className="soft">{t('notRecorded')}</p> : null}
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer !== null ? (
        <Counted statistics={answer} {...(server !== undefined && { server })} />
      ) : error === null && !replaying ? (
        <Loading lines={5} />
      ) : null}
    </Panel>
  );
}

function isEmpty({ kills, deaths, hits_given, hits_taken }: PersonStatistics): boolean {
  return kills + deaths + hits_given + hits_taken === 0;
}

function Counted({
  statistics,
  server,
}: {
  readonly statistics: PersonStatistics;
  readonly server?: string;
}) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const { since, incomplete, told, weapons, zones } = statistics;
  if (isEmpty(statistics)) {
    if (told.length > 0) return <p className="empty">{t('nothing')}</p>;
    return (
      <p className="empty">
        {t(server === undefined ? 'noLogsAll' : 'noLogs')}{' '}
        {server === undefined ? null : (
          <Link href={to.server(server, 'overview')}>{t('toLogs')}</Link>
        )}
      </p>
    );
  }
  const hits = told.includes('hits') || statistics.hits_given + statistics.hits_taken > 0;
  return (
    <div className="person-statistics">
      {since === null ? null : (
        <p className="soft">
          {t('counted', { moment: formatMoment(since, locale) })}
          {incomplete ? ` ${t('incomplete')}` : null}
        </p>
      )}
      <dl className="figures">
        {figuresOf(statistics, hits, locale).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{t('noShots')}</p>
      {hits ? (
        <section>
          <h3>{t('body.title')}</h3>
          <HitFigure zones={zones} />
        </section>
      ) : (
        <p className="soft">{t('noHits')}</p>
      )}
      <section>
        <h3>{t('weapons.title')}</h3>
        <WeaponTable weapons={weapons} hits={hits} />
      </section>
    </div>
  );
}

type Figure = readonly [
  (
    | 'kills'
    | 'deaths'
    | 'ratio'
    | 'suicides'
    | 'infected_deaths'
    | 'environment_deaths'
    | 'hits_given'
    | 'hits_taken'
    | 'longest_kill'
    | 'longest_hit'
  ),
  string,
];

/** What nothing tells is left out. */
function figuresOf(of: PersonStatistics, hits: boolean, locale: Locale): readonly Figure[] {
  const count = (value: number) => formatCount(value, locale);
  const longest = (name: 'longest_kill' | 'longest_hit'): readonly Figure[] => {
    const told = of.weapons.flatMap((weapon) => weapon[name] ?? []);
    return told.length === 0 ? [] : [[name, formatDistance(Math.max(...told), locale)]];
  };
  return [
    ['kills', count(of.kills)],
    ['deaths', count(of.deaths)],
    ['ratio', formatAmount(of.kills / Math.max(1, of.deaths), locale)],
    ...longest('longest_kill'),
    ['suicides', count(of.suicides)],
    ...(hits ? ([['infected_deaths', count(of.infected_deaths)]] as const) : []),
    ['environment_deaths', count(of.environment_deaths)],
    ...(hits
      ? ([
          ['hits_given', count(of.hits_given)],
          ['hits_taken', count(of.hits_taken)],
        ] as const)
      : []),
    ...longest('longest_hit'),
  ];
}
