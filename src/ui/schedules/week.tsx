import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { permissionsOf } from '../../domain/schedules/checks.ts';
import {
  occurrencesOf,
  waitingJobs,
  type Occurrence,
  type Schedule,
} from '../../domain/schedules/occurrences.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { first } from '../actions/restart-plan.ts';
import { useCommands, useReplaying } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { toast } from '../parts/toasts.tsx';
import { formatList, formatWeekDate } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { errorText } from '../text/problem-text.ts';
import { Run, type Moved } from './run.tsx';
import { useSchedule, type Scheduled } from './use-schedule.ts';

const DAY = 86_400_000;
const DAYS = 7;

/** What a server does by itself in the coming week: a column for each day by its own clock. */
export function Week({
  server,
  account,
}: {
  readonly server: Scheduled;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const commands = useCommands();
  const replaying = useReplaying();
  const { game } = server.configuration;
  const { next_restart } = server.environment;
  const configures = may(account, server.id, 'server.modify.configuration');
  const { schedule, untold, now } = useSchedule(server);
  const days = useMemo(() => {
    if (schedule === null) return [];
    const { zone } = schedule;
    const today = Math.floor(zone.local(now) / DAY);
    const known = occurrencesOf(schedule, now, now + (DAYS + 1) * DAY);
    const told = known.length === 0 && !configures ? toldRestart(next_restart) : known;
    return Array.from({ length: DAYS }, (_, index) => ({
      day: today + index,
      runs: told.filter(({ at, due }) => Math.floor(zone.local(at ?? due) / DAY) === today + index),
    }));
  }, [schedule, next_restart, now, configures]);
  if (schedule === null) return null;
  const { zone } = schedule;

  const move = async (of: Occurrence, to: Moved) => {
    const { id, due, at } = of;
    const body = { occurrences: [{ server_id: server.id, id, due, at }], to };
    const outcome = first(await commands.call('scheduleMove', { body }));
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  const waiting = (
    <Waiting schedule={schedule} told={!configures && next_restart.start_unknown === true} />
  );
  if (days.every(({ runs }) => runs.length === 0)) {
    const missing = untold.plans ? 'plans' : configures && untold.jobs ? 'jobs' : null;
    if (missing !== null) return <NoLines serverId={server.id} topic={missing} />;
    return (
      <>
        <p className="soft">{t('week.empty')}</p>
        {waiting}
      </>
    );
  }
  return (
    <>
      <ol className="week">
        {days.map(({ day, runs }) => (
          <li key={day} data-empty={runs.length === 0}>
            <h3>{formatWeekDate(day, locale)}</h3>
            {runs.length === 0 ? (
              <span className="soft">{t('week.none')}</span>
            ) : (
              <ul>
                {runs.map((run) => (
                  <Run
                    key={`${run.id} ${run.due}`}
                    run={run}
                    zone={zone}
                    onMove={
                      !replaying &&
                      permissionsOf(run, game).every((name) => may(account, server.id, name))
                        ? (to) => void move(run, to)
                        : null
                    }
                  />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {waiting}
    </>
  );
}

/** What is not in the week since it runs so long after a start that is not known. `told`: a restart is, by the server. */
function Waiting({ schedule, told }: { readonly schedule: Schedule; readonly told: boolean }) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const jobs = waitingJobs(schedule);
  if (jobs.length === 0 && !told) return null;
  const names = jobs.map(({ name, action }) =>
    isolated(name === '' ? t(`action.${action}`) : name),
  );
  return (
    <p className="week-waits">
      {jobs.length === 0
        ? t('week.waitsRestart')
        : t('week.waits', { count: jobs.length, names: formatList(names, 'conjunction', locale) })}
    </p>
  );
}

/** Who may not read jobs is told the next restart all the same. */
function toldRestart({ of }: ServerRow['environment']['next_restart']): readonly Occurrence[] {
  if (of === undefined) return [];
  const nothing = { parameter: null, warnings: [], lock_before: null, kick_before: null };
  const action = SERVER_ACTION.SERVER_RESTART;
  return [{ ...of, ...nothing, name: '', action, once: false, plan: null, since: of.due }];
}
