import { useTranslation } from 'react-i18next';
import type { PopulationBefore } from '../../../protocol/servers/population.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatCount, formatHour, formatPoint } from '../../text/format.ts';
import type { ChartColumns } from './chart-data.ts';
import type { Mark } from './marks.ts';

/** So many are named in the line. */
const MARKS_READ = 2;

/** What stands at one step of a chart, in words. */
export interface ChartReading {
  readonly moment: string;
  readonly players: string;
  readonly more: readonly string[];
  /** All of it but the moment, to be said. */
  readonly text: string;
}

/** What the cursor of a chart reads; null where there is none. */
export function useReading(
  columns: ChartColumns,
  cursor: number | null,
  before: PopulationBefore | null,
  marks: readonly Mark[],
): ChartReading | null {
  const { t } = useTranslation('charts');
  const locale = useLocale();
  if (cursor === null || cursor >= columns.times.length) return null;
  const count = (value: number) => formatCount(value, locale);
  const players = columns.players[cursor] ?? null;
  const slots = columns.slots[cursor] ?? null;
  const queue = columns.queue[cursor] ?? 0;
  const then = columns.before[cursor] ?? null;
  const main =
    players === null
      ? t('reading.unknown')
      : slots === null
        ? t('reading.players', { count: players, players: count(players) })
        : t('reading.ofSlots', { players: count(players), slots: count(slots) });
  const more = [
    ...(queue > 0 ? [t('reading.queue', { count: queue })] : []),
    ...(before === null
      ? []
      : [
          t(`reading.before.${before}`, {
            players: then === null ? t('reading.beforeUnknown') : count(then),
          }),
        ]),
    ...marks.slice(0, MARKS_READ).map(({ at, kind, by }) => {
      const what = { what: t(`mark.${kind}`), time: formatHour(at, locale) };
      return by === null
        ? t('reading.mark', what)
        : t('reading.markBy', { ...what, name: by.name });
    }),
    ...(marks.length > MARKS_READ
      ? [t('reading.moreMarks', { count: marks.length - MARKS_READ })]
      : []),
  ];
  return {
    moment: formatPoint((columns.times[cursor] ?? 0) * 1_000, locale),
    players: main,
    more,
    text: [main, ...more].join(', '),
  };
}

/** A line of fixed height: nothing below it moves while the pointer does. */
export function Reading({ reading }: { readonly reading: ChartReading }) {
  return (
    <>
      <span>{reading.moment}</span> <strong>{reading.players}</strong>{' '}
      {reading.more.map((part) => (
        <span key={part} className="soft">
          {part}
        </span>
      ))}
    </>
  );
}
