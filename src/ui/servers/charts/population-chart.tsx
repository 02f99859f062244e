import '../../text/mend-language.ts';
import 'uplot/dist/uPlot.min.css';
import './charts.css';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import type { HistoryRow } from '../../../domain/rows.ts';
import type { PopulationBefore } from '../../../protocol/servers/population.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useLocale } from '../../parts/locale.ts';
import { shownTheme } from '../../parts/theme.ts';
import { formatPoint } from '../../text/format.ts';
import { chartSummary, movedCursor, type ChartColumns } from './chart-data.ts';
import { chartOptions } from './chart-options.ts';
import { ChartLegend } from './mark-list.tsx';
import { marksAt, nextMark, type Mark } from './marks.ts';
import { Reading, useReading } from './reading.tsx';
import { useThrottled } from './use-throttled.ts';

/** A screen reader is told at most so often what the cursor reads. */
const SAID_EVERY_MS = 500;

/** The chart itself, with what is under the pointer or the cursor of the keyboard above it. */
export function PopulationChart({
  history,
  compared,
  columns,
  marks,
  height,
}: {
  readonly history: HistoryRow;
  /** How many days before lies what is compared. */
  readonly compared: PopulationBefore | null;
  readonly columns: ChartColumns;
  /** In the order of their moments. */
  readonly marks: readonly Mark[];
  /** CSS pixels. */
  readonly height: number;
}) {
  const { t } = useTranslation('charts');
  const locale = useLocale();
  const keys = useId();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const shown = useRef({ columns, marks });
  const theme = useSignalValue(shownTheme);
  const [cursor, setCursor] = useState<number | null>(null);
  const summary = chartSummary(history);
  const near = nearMarks(chart.current, columns, marks, cursor);
  const reading = useReading(columns, cursor, compared, near);
  const said = useThrottled(reading?.text ?? '', SAID_EVERY_MS);
  const { span } = history;
  const compares = columns.before.length > 0;

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const plot = new uPlot(
      chartOptions({
        element,
        height,
        span,
        locale,
        compares,
        marks: () => shown.current.marks,
        onCursor: setCursor,
      }),
      dataOf(shown.current.columns),
      element,
    );
    chart.current = plot;
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [span, height, compares, theme, locale]);

  useEffect(() => {
    shown.current = { columns, marks };
    chart.current?.setData(dataOf(columns));
  }, [columns, marks]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.shiftKey
      ? placeOfMark(event.key, columns, marks, cursor)
      : movedCursor(event.key, cursor, columns.times.length);
    if (next === undefined) return;
    event.preventDefault();
    const plot = chart.current;
    if (plot === null) return;
    const left = next === null ? -10 : plot.valToPos(columns.times[next] ?? 0, 'x');
    plot.setCursor({ left, top: next === null ? -10 : plot.over.clientHeight / 2 });
  };

  return (
    <figure className="chart">
      <figcaption className="chart-reading numeric">
        {reading === null ? (
          <span className="soft">{summary === null ? t('empty') : t('summary', summary)}</span>
        ) : (
          <Reading reading={reading} />
        )}
      </figcaption>
      <div
        ref={place}
        className="chart-plot"
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={t('cursor')}
        aria-describedby={keys}
        aria-valuemin={0}
        aria-valuemax={columns.times.length - 1}
        aria-valuenow={cursor ?? columns.times.length - 1}
        aria-valuetext={formatPoint(
          (columns.times[cursor ?? columns.times.length - 1] ?? 0) * 1_000,
          locale,
        )}
        onKeyDown={onKeyDown}
      />
      <ChartLegend marks={marks} compared={compared === null ? null : t(`compared.${compared}`)} />
      <p id={keys} hidden>
        {t('keys')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </figure>
  );
}

function dataOf({ times, players, slots, before }: ChartColumns): uPlot.AlignedData {
  const data = [times, players, slots, ...(before.length > 0 ? [before] : [])];
  return data as unknown as uPlot.AlignedData;
}

/** So far from the cursor a mark is read, in CSS pixels. */
const NEAR = 6;

/** The marks of the step that is read, and those that stand beside it as one sees it. */
function nearMarks(
  plot: uPlot | null,
  { times, step }: ChartColumns,
  marks: readonly Mark[],
  cursor: number | null,
): readonly Mark[] {
  const at = times[cursor ?? -1];
  if (plot === null || at === undefined) return [];
  const width = Math.max(1, plot.over.clientWidth);
  return marksAt(
    marks,
    at * 1_000 + step / 2,
    Math.max(step / 2, (times.length * step * NEAR) / width),
  );
}

/** The place of the mark before or after the cursor; undefined where there is none. */
function placeOfMark(
  key: string,
  { times, step }: ChartColumns,
  marks: readonly Mark[],
  cursor: number | null,
): number | undefined {
  const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null;
  const first = times[0];
  if (direction === null || first === undefined) return undefined;
  const from = cursor === null ? times.length * step : cursor * step;
  // From within its step, the next one is the next step's.
  const at = first * 1_000 + from + (direction === 1 && cursor !== null ? step - 1 : 0);
  const found = nextMark(marks, at, direction);
  if (found === null) return undefined;
  return Math.max(
    0,
    Math.min(times.length - 1, Math.floor((found / 1_000 - first) / (step / 1_000))),
  );
}
