import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useReplaying } from '../../data/use-view.ts';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { useCall } from '../../parts/use-call.ts';
import { formatCount, formatDayIn } from '../../text/format.ts';
import { movedCursor } from './chart-data.ts';
import { useThrottled } from './use-throttled.ts';

type Days = CallAnswer<'playerDays'>;

/** A screen reader is told at most so often what the cursor reads. */
const SAID_EVERY_MS = 500;
/** Today grows, and is another day after midnight. */
const REFRESH_MS = 600_000;

/** Different players of each day. */
export function DaysPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('charts');
  const replaying = useReplaying();
  const params = { server_id: serverId };
  const { answer, error, reload } = useCall('playerDays', replaying ? null : { params });
  useEffect(() => {
    if (replaying) return undefined;
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [replaying, reload]);
  return (
    <Panel title={t('days.title')}>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {replaying ? (
        <p className="soft">{t('notRecorded')}</p>
      ) : answer === null ? (
        error === null ? (
          <Loading lines={7} />
        ) : null
      ) : answer.days.length === 0 ? (
        <p className="soft">{t('days.empty')}</p>
      ) : (
        <Bars counted={answer} />
      )}
    </Panel>
  );
}

function Bars({ counted }: { readonly counted: Days }) {
  const { t } = useTranslation('charts');
  const locale = useLocale();
  const { days, timezone, incomplete } = counted;
  const [place, setPlace] = useState<number | null>(null);
  const most = Math.max(1, ...days.map(({ players }) => players));
  const last = days.length - 1;
  const shown = days[place ?? last];
  const day = (at: number) => formatDayIn(at, timezone, locale);
  const text = shown === undefined ? '' : t('days.players', { count: shown.players });
  const today = (place ?? last) === last;
  const said = useThrottled(place === null ? '' : text, SAID_EVERY_MS);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = movedCursor(event.key, place, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  };
  return (
    <figure className="chart">
      <figcaption className="chart-reading numeric">
        <span>{today ? t('days.today') : day(shown?.at ?? 0)}</span>
        <strong>{text}</strong>
        {today ? <span className="soft">{t('days.soFar')}</span> : null}
      </figcaption>
      <div
        className="day-bars"
        role="slider"
        tabIndex={0}
        aria-label={t('days.cursor')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place ?? last}
        aria-valuetext={day(shown?.at ?? 0)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPlace(null)}
      >
        <span className="day-most soft numeric" aria-hidden="true">
          {formatCount(most, locale)}
        </span>
        {days.map(({ at, players }, index) => (
          <span
            key={at}
            className="day-bar"
            data-read={index === place || undefined}
            data-today={index === last || undefined}
            onPointerEnter={() => setPlace(index)}
          >
            <i style={{ height: `${(players / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <p className="day-ends soft numeric" aria-hidden="true">
        <span>{last > 0 ? day(days[0]?.at ?? 0) : null}</span>
        <span>{t('days.today')}</span>
      </p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      <p className="soft chart-note">
        {t('days.note', { zone: timezone })}
        {incomplete ? ` ${t('days.incomplete')}` : null}
      </p>
    </figure>
  );
}
