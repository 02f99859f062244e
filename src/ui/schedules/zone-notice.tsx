import { useTranslation } from 'react-i18next';
import { zoneChange } from '../../domain/schedules/zone-change.ts';
import { zoneNamed } from '../../domain/zone.ts';
import { useOne } from '../data/use-view.ts';
import { Notice } from '../parts/notice.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatClock, formatWeekDate } from '../text/format.ts';
import { useSchedule, type Scheduled } from './use-schedule.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** What comes of the jobs of a server when its time zone becomes another one, before that is saved. */
export function ZoneNotice({
  serverId,
  timezone,
}: {
  readonly serverId: string;
  /** The one that is chosen. */
  readonly timezone: string;
}) {
  const server = useOne({ view: 'server', server_id: serverId }).row;
  return server === undefined ? null : <Changed server={server} timezone={timezone} />;
}

function Changed({ server, timezone }: { readonly server: Scheduled; readonly timezone: string }) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const { schedule, now } = useSchedule(server);
  const to = zoneNamed(timezone);
  if (schedule === null || to === null || to.name === schedule.zone.name) return null;
  const count = schedule.jobs.filter(
    ({ enabled, time }) => enabled && time.kind === 'absolute',
  ).length;
  if (count === 0) return null;
  const { missed, again } = zoneChange(schedule, to, now);
  const named = (name: string, local: number) => ({
    name,
    day: formatWeekDate(Math.floor(local / DAY), locale),
    time: formatClock(Math.floor((local % DAY) / MINUTE), locale),
  });
  return (
    <Notice tone={missed.length + again.length > 0 ? 'warn' : 'plain'}>
      <p>{t('zoneChange.follow', { count })}</p>
      {missed.length + again.length === 0 ? null : (
        <ul>
          {missed.map(({ job, due }) => (
            <li key={job.id}>
              {t('zoneChange.missed', named(job.name, schedule.zone.local(due)))}
            </li>
          ))}
          {again.map(({ job, due }) => (
            <li key={job.id}>{t('zoneChange.again', named(job.name, to.local(due)))}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
