import { useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { busiest, heatMap, type HeatCell } from '../../../domain/statistics/heat-map.ts';
import { useReplaying } from '../../data/use-view.ts';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { formatAmount, formatHour, formatWeekday, formatWeekdayName } from '../../text/format.ts';
import type { Locale } from '../../text/locale.ts';
import { useHistory } from './use-history.ts';
import { useServerZone } from './use-server-zone.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 7 }, (_, day) => day);

/** When people play: players by weekday and hour, over the last 30 days. */
export function HeatMapPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('charts');
  const replaying = useReplaying();
  const zone = useServerZone(serverId);
  const { row, error, retry } = useHistory(serverId, '30d');
  const cells = useMemo(() => (row === undefined ? [] : heatMap(row.points, zone)), [row, zone]);
  const none = row !== undefined && row.points.length === 0;
  return (
    <Panel title={t('heat.title')}>
      {error === null ? null : <CallError error={error} onRetry={retry} />}
      {(row === undefined && replaying) || none ? (
        <p className="soft">{t(replaying ? 'notRecorded' : 'empty')}</p>
      ) : row === undefined ? (
        error === null ? (
          <Loading lines={7} />
        ) : null
      ) : (
        <HeatMap cells={cells} zone={zone.name} />
      )}
    </Panel>
  );
}

function HeatMap({ cells, zone }: { readonly cells: readonly HeatCell[]; readonly zone: string }) {
  const { t } = useTranslation('charts');
  const locale = useLocale();
  const grid = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const [read, setRead] = useState<number | null>(null);
  const most = busiest(cells);
  const shown = read === null ? most : (cells[read] ?? null);
  const go = (event: KeyboardEvent) => {
    const next = movedPlace(event.key, place);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  };
  return (
    <>
      <p className="chart-reading numeric">
        {shown === null ? (
          <span className="soft">{t('heat.nobody')}</span>
        ) : (
          <>
            {read === null ? <span className="soft">{t('heat.busiest')}</span> : null}
            <span>{whenOf(shown, locale)}</span>
            <strong>{playersOf(shown)}</strong>
          </>
        )}
      </p>
      <div
        className="heat-map"
        role="grid"
        tabIndex={-1}
        ref={grid}
        aria-label={t('heat.label')}
        onKeyDown={go}
        onPointerLeave={() => setRead(null)}
        onBlur={() => setRead(null)}
      >
        <div role="row">
          <span />
          {HOURS.map((hour) => (
            <span key={hour} role="columnheader" data-hour={hour} className="numeric">
              {hour}
            </span>
          ))}
        </div>
        {DAYS.map((day) => (
          <div key={day} role="row">
            <span role="rowheader">{formatWeekday(day, locale)}</span>
            {HOURS.map((hour) => {
              const at = day * 24 + hour;
              const cell = cells[at];
              if (cell === undefined) return null;
              const share = fullness(cell, most);
              return (
                <span
                  key={hour}
                  role="gridcell"
                  data-place={at}
                  data-unknown={cell.players === null || undefined}
                  style={{ '--share': share } as CSSProperties}
                  tabIndex={at === place ? 0 : -1}
                  aria-label={`${whenOf(cell, locale)}: ${playersOf(cell)}`}
                  onPointerEnter={() => setRead(at)}
                  onFocus={() => {
                    setPlace(at);
                    setRead(at);
                  }}
                >
                  <span aria-hidden="true">
                    {cell.players === null ? '' : Math.round(cell.players)}
                  </span>
                </span>
              );
            })}
          </div>
        ))}
      </div>
      <p className="soft chart-note">{t('heat.note', { zone })}</p>
    </>
  );

  function playersOf({ players }: HeatCell): string {
    if (players === null) return t('reading.unknown');
    return t('heat.players', { count: players, players: formatAmount(players, locale) });
  }
}

function whenOf({ weekday, hour }: HeatCell, locale: Locale): string {
  // Any day will do: the hour is the server's, and is written as the clock of the reader writes it.
  return `${formatWeekdayName(weekday, locale)} ${formatHour(new Date(2026, 0, 1, hour).getTime(), locale)}`;
}

function fullness({ players }: HeatCell, most: HeatCell | null): number {
  return most?.players ? (players ?? 0) / most.players : 0;
}

function movedPlace(key: string, place: number): number | null {
  const [day, hour] = [Math.floor(place / 24), place % 24];
  switch (key) {
    case 'ArrowLeft':
      return day * 24 + Math.max(0, hour - 1);
    case 'ArrowRight':
      return day * 24 + Math.min(23, hour + 1);
    case 'ArrowUp':
      return Math.max(0, day - 1) * 24 + hour;
    case 'ArrowDown':
      return Math.min(6, day + 1) * 24 + hour;
    case 'Home':
      return day * 24;
    case 'End':
      return day * 24 + 23;
    default:
      return null;
  }
}
