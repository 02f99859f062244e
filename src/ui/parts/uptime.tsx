import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { useTextOfNow } from '../data/clock.ts';
import { knownUntil } from '../data/host-clock.ts';
import { formatDuration, formatMoment } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';

/**
 * For how long a server runs, and since when it is only known that it was connected. While the host is silent it is as it
 * was when the host was heard last.
 */
export function Uptime({
  server,
  heardUntil,
  locale,
}: {
  readonly server: Pick<ServerRow, 'environment' | 'state'>;
  /** As `useHeardUntil` tells it. */
  readonly heardUntil: number | null;
  readonly locale: Locale;
}) {
  const { t } = useTranslation('server');
  const { uptime, uptime_source: source, uptime_gap: gap, observed_at } = server.environment;
  const live = heardUntil === null;
  const length = useTextOfNow((now) =>
    formatDuration(
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
  const why = source === 'connection' ? t('uptime.why') : '';
  const notes = [as, why, missed].filter(Boolean);
  const heard = [live ? '' : `(${t('stale', { ns: 'common' })})`, why, missed].filter(Boolean);
  return (
    <span
      className={live ? 'numeric uptime' : 'numeric uptime stale'}
      data-gap={gap !== null}
      title={notes.length === 0 ? undefined : notes.join(' ')}
    >
      {source === 'connection' ? t('uptime.connected', { length }) : length}
      {heard.length === 0 ? null : <span className="visually-hidden"> {heard.join(' ')}</span>}
    </span>
  );
}
