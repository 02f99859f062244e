import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { permissionsOf } from '../../domain/schedules/checks.ts';
import { useLocale } from '../parts/locale.ts';
import { JobDialog } from './job-dialog.tsx';
import { nextText, valuesOf, whatText, whenText } from './job-text.ts';
import { RunNow } from './run-now.tsx';
import { ScheduledList, type ListProps } from './scheduled-list.tsx';
import { useSchedule } from './use-schedule.ts';

/** What a server does by itself, and what somebody who configures it can make of that. */
export function JobList(props: ListProps) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const { server } = props;
  const { schedule, now } = useSchedule(server);
  return (
    <ScheduledList
      {...props}
      resource="jobs"
      add={{ icon: <CalendarPlus />, kind: 'primary' }}
      nameOf={({ name }) => name}
      valuesOf={valuesOf}
      needs={(job) => permissionsOf(job, server.configuration.game)}
      words={(job) => {
        const next = schedule === null ? null : nextText(job, schedule, now, t, locale);
        return (
          <>
            <strong>
              <bdi>{job.name}</bdi>
            </strong>
            <span className="schedule-when">
              {whenText(job, t, locale)}
              {next === null ? null : <span className="soft">{next}</span>}
            </span>
            <span className="soft">{whatText(job, t)}</span>
          </>
        );
      }}
      tools={(job) => <RunNow job={job} server={server} />}
      dialog={(dialog) => <JobDialog {...dialog} />}
    />
  );
}
