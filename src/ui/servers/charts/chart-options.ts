/** How a population chart looks, for uPlot. */
import type uPlot from 'uplot';
import { POPULATION_SPAN, type PopulationSpan } from '../../../protocol/servers/population.ts';
import { formatCount } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';
import { axisLabels, axisSteps, lonePoints } from './chart-data.ts';
import { drawMarks, MARKS_ROOM } from './draw-marks.ts';
import type { Mark } from './marks.ts';

/** Steps of whole players. */
const WHOLE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 5_000, 10_000];

export interface ChartLook {
  readonly element: HTMLElement;
  /** CSS pixels. */
  readonly height: number;
  readonly span: PopulationSpan;
  readonly locale: Locale;
  /** Whether there is a fourth column, of what is compared. */
  readonly compares: boolean;
  /** What is marked now. */
  readonly marks: () => readonly Mark[];
  /** The place that is read; null: none. */
  readonly onCursor: (place: number | null) => void;
}

export function chartOptions(look: ChartLook): uPlot.Options {
  const { element, height, span, locale, compares, marks, onCursor } = look;
  const steps = axisSteps(span);
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: colour('--ink-soft'),
    font: '12px Inter',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  const lone: uPlot.Series.Points.Filter = (plot, series) =>
    lonePoints([...(plot.data[series] ?? [])]);
  return {
    width: element.clientWidth,
    height,
    padding: [MARKS_ROOM, 28, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      // A span is chosen above; what is dragged would promise another one.
      drag: { x: false, y: false },
      points: { size: 8, fill: colour('--surface-1') },
    },
    hooks: {
      ready: [followTouch],
      drawAxes: [(plot) => drawMarks(plot, marks())],
      setCursor: [({ cursor: { idx, left = -1 } }) => onCursor(left < 0 ? null : (idx ?? null))],
    },
    scales: {
      x: { range: (plot) => windowOf(plot, span) },
      y: { range: (_, _min, max) => [0, Math.max(4, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        space: 72,
        ...(steps === undefined ? {} : { incrs: steps }),
        values: (_, moments) => axisLabels(moments, span, locale),
      },
      {
        ...axis,
        size: 40,
        space: 24,
        incrs: WHOLE,
        values: (_, counts) => counts.map((count) => formatCount(count, locale)),
      },
    ],
    series: [
      {},
      {
        stroke: colour('--accent'),
        fill: colour('--accent-soft'),
        width: 1.5,
        points: { filter: lone },
      },
      { stroke: colour('--ink-faint'), width: 1, dash: [2, 4], points: { show: false } },
      ...(compares
        ? [{ stroke: colour('--ink-soft'), width: 1.5, dash: [6, 4], points: { filter: lone } }]
        : []),
    ],
  };
}

/** From the first step to the end of the last. */
function windowOf(plot: uPlot, span: PopulationSpan): [number, number] {
  const first = plot.data[0][0] ?? 0;
  return [first, first + POPULATION_SPAN[span]];
}

/** A finger reads the chart as a mouse does; up and down it still scrolls the page. */
function followTouch(plot: uPlot): void {
  plot.over.style.touchAction = 'pan-y';
  plot.over.addEventListener('pointermove', ({ pointerType, offsetX, offsetY }) => {
    if (pointerType !== 'mouse') plot.setCursor({ left: offsetX, top: offsetY });
  });
}
