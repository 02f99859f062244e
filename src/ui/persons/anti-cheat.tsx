import { useTranslation } from 'react-i18next';
import { gameName } from '../../protocol/enumerations.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { ServerName } from '../parts/server-name.tsx';
import { Status } from '../parts/status.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatMoment } from '../text/format.ts';

/** Which bans of BattlEye and EasyAntiCheat servers told of somebody, by game. */
export function PersonAntiCheat({
  id,
  version,
}: {
  readonly id: string;
  /** It is another whenever they came or went, or the rights of whoever looks are others. */
  readonly version: string;
}) {
  const { t } = useTranslation('persons');
  const games = useTranslation('server').t;
  const locale = useLocale();
  const { answer, error, reload } = useCall(
    'personAntiCheat',
    { params: { muster_id: id } },
    version,
  );
  return (
    <section className="stack">
      <h3>{t('antiCheat.title')}</h3>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null ? (
        error === null ? (
          <Loading lines={1} />
        ) : null
      ) : answer.standings.length === 0 ? (
        <p className="soft">{t('antiCheat.none')}</p>
      ) : (
        <ul className="person-standings">
          {answer.standings.map(({ game, by, bans }) => (
            <li key={`${game} ${by}`}>
              <Status tone="bad">
                {t('antiCheat.bans', {
                  count: bans.length,
                  by: t(`antiCheat.by.${by}`),
                  game: games(`game.${gameName(game)}`),
                })}
              </Status>
              <ul className="soft">
                {bans.map(({ number, reason, first, last, times, server_id }) => (
                  <li key={number ?? reason}>
                    <bdi>{reason}</bdi> · <ServerName id={server_id} /> ·{' '}
                    <span className="numeric">{formatMoment(last, locale)}</span>
                    {times === 1
                      ? null
                      : ` · ${t('antiCheat.times', { count: times, first: formatMoment(first, locale) })}`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <p className="soft">{t('antiCheat.how')}</p>
    </section>
  );
}
