import { computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionState, ServerRow } from '../../domain/rows.ts';
import { populationFreshness } from '../../domain/servers/status.ts';
import { clock } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';

/** A player count that shows what it is worth: live as it is, stale underlined with its moment. */
export function PlayerCount({
  server,
  connection,
  locale,
}: {
  readonly server: Pick<ServerRow, 'population' | 'state'>;
  readonly connection: Pick<ConnectionState, 'kind'>;
  readonly locale: Locale;
}) {
  const { t } = useTranslation();
  const { players, observed_at } = server.population;
  // A polled count turns stale while nothing is told of it; only then is it drawn again.
  const freshness = useSignalValue(
    useMemo(
      () => computed(() => populationFreshness(server, connection, hostTime(clock.value))),
      [server, connection],
    ),
  );
  if (players === null || freshness === 'unknown') {
    return (
      <span className="soft" role="img" aria-label={t('unknown')} title={t('unknown')}>
        –
      </span>
    );
  }
  const text = formatCount(players, locale);
  if (freshness !== 'stale') return <span className="numeric">{text}</span>;
  return (
    <span
      className="numeric stale"
      title={t('staleSince', { time: formatMoment(observed_at, locale) })}
    >
      {text}
      <span className="visually-hidden"> ({t('stale')})</span>
    </span>
  );
}
