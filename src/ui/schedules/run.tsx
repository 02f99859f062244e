import { Menu } from '@base-ui/react/menu';
import { AlarmClockPlus, RotateCcw, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Occurrence } from '../../domain/schedules/occurrences.ts';
import type { Zone } from '../../domain/zone.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatClock, formatDuration, formatHour, formatWeekDate } from '../text/format.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Minutes by which something can be postponed at once. */
const POSTPONED = [5, 15, 30, 60] as const;

export type Moved =
  | { readonly kind: 'skip' }
  | { readonly kind: 'postpone'; readonly minutes: number }
  | { readonly kind: 'restore' };

/** What runs once, and what can be made of it. */
export function Run({
  run,
  zone,
  onMove,
}: {
  readonly run: Occurrence;
  readonly zone: Zone;
  /** null: not this account's to do. */
  readonly onMove: ((to: Moved) => void) | null;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const moment = run.at ?? run.due;
  const local = zone.local(moment);
  const time = formatClock(Math.floor((local % DAY) / MINUTE), locale);
  const here = formatHour(moment, locale);
  const name = run.name === '' ? t(`action.${run.action}`) : run.name;
  const named = { name, time, day: formatWeekDate(Math.floor(local / DAY), locale) };
  const moved = run.at !== run.due;
  return (
    <li
      className="run"
      data-restart={run.action === SERVER_ACTION.SERVER_RESTART}
      data-skipped={run.at === null}
    >
      <time dateTime={new Date(moment).toISOString()} className="numeric">
        {time}{' '}
        {here === time ? null : <span className="soft">{t('week.yours', { time: here })}</span>}
      </time>
      <bdi>{name}</bdi>
      {run.at === null ? (
        <span className="tag">{t('week.skipped')}</span>
      ) : moved ? (
        <span className="tag">{t('week.postponed')}</span>
      ) : null}
      {onMove === null ? null : (
        <span className="run-tools">
          {run.at === null ? null : (
            <>
              <PutOff
                name={t('week.postpone', named)}
                onMinutes={(minutes) => onMove({ kind: 'postpone', minutes })}
              />
              <Button
                kind="quiet"
                icon={<SkipForward />}
                aria-label={t('week.skip', named)}
                title={t('week.skip', named)}
                onClick={() => onMove({ kind: 'skip' })}
              />
            </>
          )}
          {moved ? (
            <Button
              kind="quiet"
              icon={<RotateCcw />}
              aria-label={t('week.restore', named)}
              title={t('week.restore', named)}
              onClick={() => onMove({ kind: 'restore' })}
            />
          ) : null}
        </span>
      )}
    </li>
  );
}

/** By how much something is postponed. */
function PutOff({
  name,
  onMinutes,
}: {
  readonly name: string;
  readonly onMinutes: (minutes: number) => void;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="button"
        data-kind="quiet"
        data-icon="only"
        aria-label={name}
        title={name}
      >
        <AlarmClockPlus />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6}>
          <Menu.Popup className="menu">
            {POSTPONED.map((minutes) => (
              <Menu.Item key={minutes} onClick={() => onMinutes(minutes)}>
                {t('week.later', { time: formatDuration(minutes * 60, locale) })}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
