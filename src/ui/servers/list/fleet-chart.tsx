import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../data/use-signal.ts';
import { useOne } from '../../data/use-view.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatCount, formatHour } from '../../text/format.ts';
import { boundsOf, HEIGHT, sparkOf, withNow } from './spark.ts';
import { useDays } from '../../parts/use-days.ts';

/** All servers together. */
const ALL = [null] as const;
const PLAYERS = ['players', 'slots'] as const;

/** The players of the last 24 hours on all servers together; pointer and arrow keys read it step by step. */
export function FleetChart() {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const day = useSignalValue(useDays(ALL)(null));
  const now = useOne({ view: 'totals' }, PLAYERS).row;
  const [chosen, choose] = useState<number | null>(null);
  if (day === undefined) return null;
  const values = withNow(day.players, now?.players ?? null);
  const bounds = boundsOf(values);
  if (bounds === null) return null;
  const last = values.length - 1;
  const place = Math.min(chosen ?? last, last);
  const time = formatHour(day.from + place * day.step * 1_000, locale);
  const value = values[place] ?? null;
  const text =
    value === null
      ? t('fleet.gap', { time })
      : t('fleet.value', { count: value, players: formatCount(value, locale), time });
  const { line, area } = sparkOf(values, bounds.max);
  return (
    <figure className="fleet-chart">
      <div className="plot">
        <svg
          className="spark"
          viewBox={`0 0 ${values.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className="area" d={area} />
          <path className="line" d={line} />
          {chosen === null ? null : <path className="cursor" d={`M${place + 0.5} 0V${HEIGHT}`} />}
        </svg>
        <input
          type="range"
          aria-label={t('fleet.label')}
          aria-valuetext={text}
          min={0}
          max={last}
          value={place}
          onChange={(event) => choose(Number(event.target.value))}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            const at = Math.floor(((event.clientX - left) / Math.max(1, width)) * values.length);
            choose(Math.max(0, Math.min(last, at)));
          }}
          onPointerLeave={() => choose(null)}
          onBlur={() => choose(null)}
        />
      </div>
      <figcaption className="soft numeric" aria-hidden="true">
        {chosen === null ? t('fleet.caption', { max: formatCount(bounds.max, locale) }) : text}
      </figcaption>
    </figure>
  );
}
