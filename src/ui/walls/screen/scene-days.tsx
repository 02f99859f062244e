import { useEffect, useMemo } from 'react';
import type { DayRow } from '../../../domain/rows.ts';
import { hasCharts } from '../../../domain/walls/layout.ts';
import { useRows } from '../../data/use-view.ts';
import { useDays } from '../../parts/use-days.ts';
import type { ShownPage } from './wall-stage.ts';

const NONE: readonly string[] = [];

/** Keeps the last 24 hours of the servers of a page where it shows them: as lines, or since one looks back. */
export function SceneDays({
  shown,
  past,
  onDays,
}: {
  readonly shown: Pick<ShownPage, 'rows' | 'places' | 'layout'>;
  readonly past: boolean;
  readonly onDays: (rows: readonly DayRow[]) => void;
}) {
  const { rows, places, layout } = shown;
  const wanted = past || ['league', 'single'].includes(layout.kind) || hasCharts(layout);
  const key = wanted
    ? Array.from(places, (place) => rows.id(place))
        .toSorted()
        .join()
    : '';
  // The same servers in another order are no other question.
  const ids = useMemo(() => (key === '' ? NONE : key.split(',')), [key]);
  useDays(ids);
  const days = useRows({ view: 'days', server_ids: ids }).rows;
  useEffect(() => onDays(days), [days, onDays]);
  return null;
}
