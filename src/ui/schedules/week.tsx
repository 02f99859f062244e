import { AlarmClockPlus, RotateCcw, SkipForward } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { permissionsOf } from '../../domain/schedules/checks.ts';
import { occurrencesOf, type Occurrence } from '../../domain/schedules/occurrences.ts';
import { zoneNamed, type Zone } from '../../domain/zone.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { first } from '../actions/restart-plan.ts';
import { useNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useReplaying } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { toast } from '../parts/toasts.tsx';
import { formatClock, formatHour, formatWeekDate } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const DAYS = 7;
/** Minutes by which one press puts something off. */
const PUT_OFF = 15;

type Moved =
  | { readonly kind: 'skip' }
  | { readonly kind: 'postpone'; readonly minutes: number }
  | { readonly kind: 'restore' };

/** What a server does by itself in the coming week: a column for each day by its own clock. */
export function Week({
  server,
  account,
}: {
  readonly server: Pick<ServerRow, 'id' | 'configuration' | 'environment'>;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const commands = useCommands();
  const replaying = useReplaying();
  const { timezone, game } = server.configuration;
  const configures = may(account, server.id, 'server.modify.configuration');
  const jobs = useResource('jobs', server.id).rows;
  const plans = useResource('plans', server.id).rows;
  // What is coming changes with the minute.
  const now = Math.floor(hostTime(useNow()) / MINUTE) * MINUTE;
  const zone = zoneNamed(timezone);
  const { environment } = server;
  const days = useMemo(() => {
    if (zone === null) return [];
    const { uptime, observed_at } = environment;
    const startedAt = uptime === null ? null : observed_at - uptime * 1_000;
    const today = Math.floor(zone.local(now) / DAY);
    const known = occurrencesOf({ zone, startedAt, jobs, plans }, now, now + (DAYS + 1) * DAY);
    const told = known.length === 0 && !configures ? toldRestart(environment.next_restart) : known;
    return Array.from({ length: DAYS }, (_, index) => ({
      day: today + index,
      runs: told.filter(({ at, due }) => Math.floor(zone.local(at ?? due) / DAY) === today + index),
    }));
  }, [zone, environment, jobs, plans, now, configures]);
  if (zone === null) return null;

  const move = async (of: Occurrence, to: Moved) => {
    const { id, due, at } = of;
    const body = { occurrences: [{ server_id: server.id, id, due, at }], to };
    const outcome = first(await commands.call('scheduleMove', { body }));
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  if (days.every(({ runs }) => runs.length === 0)) return <p className="soft">{t('week.empty')}</p>;
  return (
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
  );
}

function Run({
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
              <Button
                kind="quiet"
                icon={<AlarmClockPlus />}
                aria-label={t('week.postpone', named)}
                title={t('week.postpone', named)}
                onClick={() => onMove({ kind: 'postpone', minutes: PUT_OFF })}
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

/** Who may not read jobs is told the next restart all the same. */
function toldRestart({ of }: ServerRow['environment']['next_restart']): readonly Occurrence[] {
  if (of === undefined) return [];
  const nothing = { parameter: null, warnings: [], lock_before: null, kick_before: null };
  const action = SERVER_ACTION.SERVER_RESTART;
  return [{ ...of, ...nothing, name: '', action, once: false, plan: null, since: of.due }];
}
