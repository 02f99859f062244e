import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { useTextOfNow } from '../data/clock.ts';
import { knownUntil } from '../data/host-clock.ts';
import { formatAge, formatDuration, formatMoment } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';

/**
 * For how long a server runs, and how that is known: said by the game, seen to start, or only connected for so long. While
 * the host is silent it is as it was when the host was heard last.
 */
export function Uptime({
  server,
  heardUntil,
  locale,
  brief = false,
}: {
  readonly server: Pick<ServerRow, 'environment' | 'state'>;
  /** As `useHeardUntil` tells it. */
  readonly heardUntil: number | null;
  readonly locale: Locale;
  /** In a narrow column: only what makes it less than sure is written out, and that in its largest unit. */
  readonly brief?: boolean;
}) {
  const { t } = useTranslation('server');
  const { uptime, uptime_source: source, uptime_gap: gap, observed_at } = server.environment;
  const live = heardUntil === null;
  const isConnection = source === 'connection';
  const isShort = brief && (isConnection || gap !== null);
  const length = useTextOfNow((now) =>
    (isShort ? formatAge : formatDuration)(
      (uptime ?? 0) + (knownUntil(heardUntil, observed_at, now) - observed_at) / 1_000,
      locale,
    ),
  );
  const as = useTextOfNow((now) =>
    live
      ? ''
      : t('staleSince', {
          ns: 'common',
          time: formatMoment(knownUntil(heardUntil, observed_at, now), locale),
        }),
  );
  if (uptime === null || server.state.offline) {
    return <span className="soft">{t('unknown', { ns: 'common' })}</span>;
  }
  const missed =
    gap === null
      ? ''
      : t('uptime.gap', { from: formatMoment(gap.from, locale), to: formatMoment(gap.to, locale) });
  const why = source === null ? '' : t(`uptime.why.${source}`);
  const notes = [as, why, missed].filter(Boolean);
  const unsure = isConnection ? why : '';
  const heard = [live ? '' : `(${t('stale', { ns: 'common' })})`, unsure, missed].filter(Boolean);
  return (
    <span
      className={live ? 'numeric uptime' : 'numeric uptime stale'}
      data-gap={gap !== null}
      title={notes.length === 0 ? undefined : notes.join(' ')}
    >
      {brief && isConnection ? t('uptime.connected', { length }) : length}
      {brief || source === null ? null : (
        <span className="soft"> · {t(`uptime.source.${source}`)}</span>
      )}
      {gap === null || (brief && isConnection) ? null : (
        <span className="soft"> · {t('uptime.withGap')}</span>
      )}
      {heard.length === 0 ? null : <span className="visually-hidden"> {heard.join(' ')}</span>}
    </span>
  );
}
