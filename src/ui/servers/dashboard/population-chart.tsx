import '../../text/mend-language.ts';
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import type { HistoryRow } from '../../../domain/rows.ts';
import { POPULATION_SPAN } from '../../../protocol/servers/calls.ts';
import { clock } from '../../data/clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useLocale } from '../../parts/locale.ts';
import { shownTheme } from '../../parts/theme.ts';
import { formatCount } from '../../text/format.ts';
import { axisLabels, chartData, chartSummary, lonePoints } from './chart-data.ts';

const HEIGHT = 128;

/** The chart itself; its summary is its text for those who do not see it. */
export function PopulationChart({ history }: { readonly history: HistoryRow }) {
  const { t } = useTranslation('serverDashboard');
  const place = useRef<HTMLDivElement>(null);
  const shown = useSignalValue(shownTheme);
  const locale = useLocale();
  const summary = chartSummary(history);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--ink-soft'),
      font: '12px Inter',
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line'), width: 1 },
    };
    const to = Math.max(clock.peek(), history.points.at(-1)?.at ?? 0) / 1_000;
    const { seconds } = POPULATION_SPAN[history.span];
    const data = chartData(history);
    const lone = lonePoints(data[1]);
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false },
        scales: {
          x: { range: () => [to - seconds, to] },
          y: { range: (_, _min, max) => [0, Math.max(4, max * 1.08)] },
        },
        axes: [
          {
            ...axis,
            size: 28,
            space: 72,
            values: (_, moments) => axisLabels(moments, history.span, locale),
          },
          {
            ...axis,
            size: 40,
            space: 20,
            values: (_, counts) => counts.map((count) => formatCount(count, locale)),
          },
        ],
        series: [
          {},
          {
            label: t('chart.players'),
            stroke: colour('--accent'),
            fill: colour('--accent-soft'),
            width: 1.5,
            points: { filter: () => lone },
          },
          {
            label: t('chart.slots'),
            stroke: colour('--ink-faint'),
            width: 1,
            dash: [3, 4],
            points: { show: false },
          },
        ],
      },
      data,
      element,
    );
    const resize = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resize.observe(element);
    return () => {
      resize.disconnect();
      chart.destroy();
    };
  }, [history, shown, locale, t]);

  return (
    <figure className="chart">
      <div ref={place} aria-hidden="true" />
      <figcaption className="soft numeric">
        {summary === null ? t('chart.empty') : t('chart.summary', summary)}
      </figcaption>
    </figure>
  );
}
