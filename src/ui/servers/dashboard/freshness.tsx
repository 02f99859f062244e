import { useTranslation } from 'react-i18next';
import type { ConnectionState, ServerRow } from '../../../domain/rows.ts';
import { populationFreshness } from '../../../domain/servers/status.ts';
import { useNow } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatDuration, formatMoment } from '../../text/format.ts';

/** Where the player count comes from, and how old it is where it is not live. */
export function Freshness({
  server,
  connection,
}: {
  readonly server: Pick<ServerRow, 'population' | 'state'>;
  readonly connection: Pick<ConnectionState, 'kind'>;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const now = hostTime(useNow());
  const freshness = populationFreshness(server, connection, now);
  if (freshness === 'unknown') return null;
  const { observed_at } = server.population;
  const time = formatDuration((now - observed_at) / 1_000, locale);
  return (
    <span
      className="freshness numeric"
      data-freshness={freshness}
      title={formatMoment(observed_at, locale)}
    >
      {t(`freshness.${freshness}`, { time })}
    </span>
  );
}
