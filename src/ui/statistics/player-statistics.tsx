import './statistics.css';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../worker/contract.ts';
import { useReplaying } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import type { Locale } from '../text/locale.ts';
import { formatAmount, formatCount, formatDuration, formatMoment } from '../text/format.ts';

type Statistics = CallAnswer<'playerStatistics'>;

/** What a player has done on the server, as far as it was counted. */
export function PlayerStatistics({
  serverId,
  player,
  joined,
}: {
  readonly serverId: string;
  /** Their muster_id. */
  readonly player: string;
  /** As `useJoined` tells it. */
  readonly joined: string;
}) {
  const { t } = useTranslation('statistics');
  const replaying = useReplaying();
  const params = { server_id: serverId, muster_id: player };
  const { answer, error, reload } = useCall(
    'playerStatistics',
    replaying ? null : { params },
    joined,
  );
  return (
    <section className="player-statistics">
      <h3>{t('title')}</h3>
      {replaying ? <p className="soft">{t('notRecorded')}</p> : null}
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer !== null ? (
        <Counted statistics={answer} />
      ) : error === null && !replaying ? (
        <Loading lines={4} />
      ) : null}
    </section>
  );
}

function Counted({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const { since, incomplete, newest } = statistics;
  if (since === null) return <p className="empty">{t('empty')}</p>;
  return (
    <>
      <p className="soft">
        {t('since', { moment: formatMoment(since, locale) })}
        {incomplete ? ` ${t('incomplete')}` : null}
      </p>
      <dl className="figures">
        {figuresOf(statistics, locale).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
      {newest.length === 0 ? null : <Stays newest={newest} />}
    </>
  );
}

/** Kills for each death; of somebody who never died, all of them. */
function ratioOf({ kills, deaths }: Statistics): number {
  return kills / Math.max(1, deaths);
}

function figuresOf(statistics: Statistics, locale: Locale) {
  const { playtime, kills, deaths, suicides, hits_given, hits_taken, stays } = statistics;
  return [
    ['playtime', formatDuration(playtime, locale)],
    ['stays', formatCount(stays, locale)],
    ['kills', formatCount(kills, locale)],
    ['deaths', formatCount(deaths, locale)],
    ['ratio', formatAmount(ratioOf(statistics), locale)],
    ['suicides', formatCount(suicides, locale)],
    ['hits_given', formatCount(hits_given, locale)],
    ['hits_taken', formatCount(hits_taken, locale)],
  ] as const;
}

function Stays({ newest }: Pick<Statistics, 'newest'>) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  return (
    <table className="stays">
      <caption>{t('newest')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('joined')}</th>
          <th scope="col">{t('lasted')}</th>
          <th scope="col">{t('end')}</th>
        </tr>
      </thead>
      <tbody>
        {newest.map(({ id, joined_at, until, ended }) => (
          <tr key={id}>
            <td className="numeric">{formatMoment(joined_at, locale)}</td>
            <td className="numeric">
              {until === null ? '–' : formatDuration((until - joined_at) / 1_000, locale)}
            </td>
            <td>{t(`ended.${ended}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
