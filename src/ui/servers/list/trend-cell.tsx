import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayRow, ServerRow } from '../../../domain/rows.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { formatCount } from '../../text/format.ts';
import type { CellProps } from './cell-props.ts';
import { Nothing } from './nothing.tsx';
import { boundsOf, HEIGHT, sparkOf, withNow } from './spark.ts';

interface Drawn {
  readonly line: string;
  readonly area: string;
  readonly width: number;
  readonly min: number;
  readonly max: number;
}

/** The players of the last 24 hours as a line; it is drawn again only where it is another. */
export function Trend({
  server,
  day,
  locale,
}: CellProps & { readonly day: ReadonlySignal<DayRow | undefined> }) {
  const { t } = useTranslation('dashboard');
  const drawn = useSignalValue(useMemo(() => drawnOf(day, server), [day, server]));
  if (drawn === undefined) return null;
  if (drawn === null) return <Nothing text={t('trend.none')} />;
  const text = t('trend.bounds', {
    count: drawn.max,
    min: formatCount(drawn.min, locale),
    max: formatCount(drawn.max, locale),
  });
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${drawn.width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path className="area" d={drawn.area} />
      <path className="line" d={drawn.line} />
    </svg>
  );
}

/** undefined: the day has not come yet; null: nothing is known of it. Against the slots, where they are known. */
function drawnOf(
  day: ReadonlySignal<DayRow | undefined>,
  server: ReadonlySignal<ServerRow | undefined>,
): ReadonlySignal<Drawn | null | undefined> {
  const peak = computed(() => {
    const { population, state } = server.value ?? {};
    const last = day.value?.players.at(-1) ?? null;
    const now = state?.offline === false ? (population?.players ?? null) : null;
    return now === null || (last !== null && last >= now) ? last : now;
  });
  const slots = computed(() => server.value?.population.slots ?? null);
  return computed(() => {
    if (day.value === undefined) return undefined;
    const players = withNow(day.value.players, peak.value);
    const bounds = boundsOf(players);
    if (bounds === null) return null;
    const top = Math.max(slots.value ?? 0, bounds.max);
    return { ...sparkOf(players, top), ...bounds, width: players.length };
  });
}
