import { CalendarPlus, Copy, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { permissionsOf } from '../../domain/schedules/checks.ts';
import { may } from '../../domain/permissions.ts';
import type { Deed } from '../actions/run.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useReplaying } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { Removed, restored, useFocusTaken, useRemoved } from '../parts/removed.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { JobDialog, type JobRow } from './job-dialog.tsx';
import { nextText, valuesOf, whatText, whenText } from './job-text.ts';
import { RunNow } from './run-now.tsx';
import { useSchedule } from './use-schedule.ts';
import { limitOf, removeRow, writeRow } from './writes.ts';

/** What a server does by itself, and what somebody who configures it can make of that. */
export function JobList({
  server,
  account,
  onMany,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
  /** Whether it began. */
  readonly onMany: (deed: Deed, serverIds: readonly string[]) => boolean;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const commands = useCommands();
  const replaying = useReplaying();
  const { told, rows } = useResource('jobs', server.id);
  const { schedule, now } = useSchedule(server);
  const { removed, take, end } = useRemoved<JobRow>(rows);
  const focused = useRef<string | null>(null);
  const [open, setOpen] = useState<{ readonly job: JobRow | null; readonly like?: JobRow } | null>(
    null,
  );
  const most = limitOf(account, server.id, 'jobs');
  const full = rows.length >= most;
  const places = [...rows, ...removed].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const held = new Set(rows.map(({ id }) => id));
  const changed = rows.find(({ id }) => id === open?.job?.id);

  return (
    <Panel
      title={t('jobs.title')}
      tools={
        replaying || !told ? null : (
          <>
            <span className="soft" id="jobs-limit">
              {full
                ? t('jobs.full', { count: rows.length, most })
                : t('jobs.limit', { count: rows.length, most })}
            </span>
            <Button
              kind="primary"
              icon={<CalendarPlus />}
              why={full ? 'jobs-limit' : undefined}
              onClick={() => setOpen({ job: null })}
            >
              {t('jobs.add')}
            </Button>
          </>
        )
      }
    >
      {told ? null : <NoLines serverId={server.id} topic="jobs" />}
      {told && places.length === 0 ? <p className="empty">{t('jobs.empty')}</p> : null}
      <ul className="schedule-list" aria-label={t('jobs.title')}>
        {places.map((job) =>
          held.has(job.id) ? (
            <JobItem
              key={job.id}
              job={job}
              takesFocus={() => focused.current === restored(job)}
              server={server}
              next={schedule === null ? null : nextText(job, schedule, now, t, locale)}
              account={account}
              readOnly={replaying}
              onEdit={() => setOpen({ job })}
              onCopy={() => setOpen({ job: null, like: job })}
              onRemove={() => {
                focused.current = job.id;
                void removeRow(commands, 'jobs', job, false).then((done) =>
                  done ? undefined : end(job),
                );
                take(job);
              }}
            />
          ) : (
            <Removed
              key={job.id}
              takesFocus={() => focused.current === job.id}
              onUndo={() => {
                focused.current = restored(job);
                void removeRow(commands, 'jobs', job, true);
              }}
              onEnd={() => end(job)}
            >
              {t('jobs.removed', { name: job.name })}
            </Removed>
          ),
        )}
      </ul>
      {open === null ? null : (
        <JobDialog
          serverIds={open.like === undefined ? [server.id] : []}
          account={account}
          job={open.job === null ? null : (changed ?? open.job)}
          like={open.like}
          onClose={() => setOpen(null)}
          onMany={(deed, ids) => {
            const begun = onMany(deed, ids);
            if (begun) setOpen(null);
            return begun;
          }}
        />
      )}
    </Panel>
  );
}

function JobItem({
  job,
  takesFocus,
  server,
  next,
  account,
  readOnly,
  onEdit,
  onCopy,
  onRemove,
}: {
  readonly job: JobRow;
  /** Whether it was brought back by what had the focus in its place; asked once. */
  readonly takesFocus: () => boolean;
  readonly server: ServerRow;
  /** When it runs next, in words; null: not known. */
  readonly next: string | null;
  readonly account: AccountRow;
  readonly readOnly: boolean;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('schedules');
  const toggle = useFocusTaken<HTMLInputElement>(takesFocus);
  const locale = useLocale();
  const commands = useCommands();
  const { name, enabled, server_id } = job;
  // Whoever may not do it themselves may still stop it.
  const foreign = !permissionsOf(job, server.configuration.game).every((permission) =>
    may(account, server_id, permission),
  );
  const turn = async (on: boolean) => {
    const outcome = await writeRow(commands, {
      resource: 'jobs',
      server_id,
      row: job,
      values: { ...valuesOf(job), enabled: on },
      was: valuesOf(job),
    });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  return (
    <li aria-busy={job.pending} data-off={!enabled}>
      <input
        ref={toggle}
        type="checkbox"
        className="switch"
        aria-label={t('jobs.turn', { name })}
        checked={enabled}
        disabled={readOnly || (foreign && !enabled)}
        onChange={({ target }) => void turn(target.checked)}
      />
      <div className="schedule-words">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="schedule-when">
          {whenText(job, t, locale)}
          {next === null ? null : <span className="soft">{next}</span>}
        </span>
        <span className="soft">{whatText(job, t)}</span>
      </div>
      {readOnly ? null : (
        <div className="schedule-tools">
          {foreign ? null : <RunNow job={job} server={server} />}
          <Button
            kind="quiet"
            icon={<Pencil />}
            aria-label={t('jobs.edit', { name })}
            title={t('jobs.edit', { name })}
            onClick={onEdit}
          />
          <Button
            kind="quiet"
            icon={<Copy />}
            aria-label={t('jobs.copy', { name })}
            title={t('jobs.copy', { name })}
            onClick={onCopy}
          />
          <Button
            kind="quiet"
            icon={<Trash2 />}
            aria-label={t('jobs.remove', { name })}
            title={t('jobs.remove', { name })}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  );
}
