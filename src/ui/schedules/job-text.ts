/** A job in words: when it runs, and what it does. */
import type { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../domain/queries.ts';
import type { AddedOf } from '../../domain/resources/rule.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { occurrencesOf, type Schedule } from '../../domain/schedules/occurrences.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import {
  formatAge,
  formatClock,
  formatDuration,
  formatWeekDate,
  formatList,
  formatWeekday,
} from '../text/format.ts';
import type { Locale } from '../text/locale.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** As far as one looks for the next time; what a clock is put on or back is within it. */
const AHEAD = 8 * DAY;

export type JobValues = AddedOf<'jobs'>;
/** What a person writes of a job. */
export function valuesOf({
  id: _id,
  server_id: _server,
  changed: _changed,
  pending: _pending,
  ...values
}: ResourceView<'jobs'>): JobValues {
  return values;
}

type T = ReturnType<typeof useTranslation<'schedules'>>['t'];

/** 'Every day at 06:00', 'Mon–Fri at 18:30', '6 hr after each start'. */
export function whenText({ days, time }: JobValues, t: T, locale: Locale): string {
  const daily = days.length === 7;
  const named = daysText(days, t, locale);
  if (time.kind === 'uptime') {
    const after = formatDuration(time.minutes * 60, locale);
    return daily
      ? t('when.uptime', { time: after })
      : t('when.uptimeDays', { time: after, days: named });
  }
  const clock = formatClock(time.minutes, locale);
  return daily ? t('when.daily', { time: clock }) : t('when.days', { time: clock, days: named });
}

/** Three and more days in a row are said by the first and the last. */
function daysText(days: readonly number[], t: T, locale: Locale): string {
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  const row = days.length > 2 && last - first === days.length - 1;
  return row
    ? t('when.weekdays', {
        first: formatWeekday(first, locale),
        last: formatWeekday(last, locale),
      })
    : formatList(
        days.map((day) => formatWeekday(day, locale)),
        'unit',
        locale,
      );
}

/** 'Restart', with what comes before it; of a command and a message, its words. */
export function whatText(job: JobValues, t: T): string {
  const { action, parameter, warnings, lock_before, kick_before } = job;
  const deed = t(`action.${action}`);
  const parts = [parameter === null ? deed : `${deed}: ${parameter}`];
  if (warnings.length > 0) {
    parts.push(t('warns', { times: warnings.map(({ minutes }) => minutes).join(', ') }));
  }
  if (action === SERVER_ACTION.SERVER_RESTART) {
    if (lock_before !== null) parts.push(t('locks', { time: lock_before }));
    if (kick_before !== null) parts.push(t('kicks', { time: kick_before }));
  }
  return parts.join(' · ');
}

/** When a job runs next, by the server's clock: 'Next tomorrow at 04:00, in 7 hr'. */
export function nextText(
  job: RowOf<'jobs'>,
  schedule: Schedule,
  now: number,
  t: T,
  locale: Locale,
): string {
  if (!job.enabled) return t('jobs.next.off');
  const { zone, startedAt, plans } = schedule;
  // What runs in this very minute is told too.
  const coming = occurrencesOf({ zone, startedAt, jobs: [job], plans }, now - 1, now + AHEAD);
  const at = coming.find((one) => one.id === job.id && one.at !== null)?.at ?? null;
  if (at === null) {
    const counts = job.time.kind === 'uptime' && startedAt === null;
    return t(counts ? 'jobs.next.noStart' : 'jobs.next.none');
  }
  if (at < now + MINUTE) return t('jobs.next.now');
  const local = zone.local(at);
  const day = Math.floor(local / DAY);
  const days = day - Math.floor(zone.local(now) / DAY);
  const said = {
    time: formatClock(Math.floor((local % DAY) / MINUTE), locale),
    left: (at - now < DAY ? formatDuration : formatAge)((at - now) / 1_000, locale),
  };
  if (days === 0) return t('jobs.next.today', said);
  if (days === 1) return t('jobs.next.tomorrow', said);
  return t('jobs.next.on', { ...said, day: formatWeekDate(day, locale) });
}
