import './schedules.css';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { permissionsOf } from '../../domain/schedules/checks.ts';
import { useServers } from '../actions/use-servers.ts';
import type { Deed } from '../actions/run.ts';
import { Who, type LeftOut } from '../actions/who.tsx';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { read } from '../parts/rules.ts';
import { ServerChoice } from '../parts/server-choice.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import {
  deedOf,
  draftOf,
  JOB_FIELDS,
  keptJob,
  newJob,
  typedJob,
  unfitFor,
  type JobDraft,
} from './job-draft.ts';
import { JobFields } from './job-fields.tsx';
import type { JobValues } from './job-text.ts';
import { addDeed, writeRow } from './writes.ts';

export type JobRow = ResourceView<'jobs'>;

/**
 * Adds a job to servers, or changes one of a server. What it adds to several is done by `onMany`, which shows each
 * server's result.
 */
export function JobDialog({
  serverIds,
  account,
  job,
  like,
  onMany,
  onClose,
}: {
  readonly serverIds: readonly string[];
  readonly account: AccountRow;
  /** The job as it is by now; null: a new one. */
  readonly job: JobRow | null;
  /** What a new one begins as. */
  readonly like?: JobValues | undefined;
  readonly onMany: (deed: Deed, serverIds: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('schedules');
  useTranslation(['many', 'forms']);
  const commands = useCommands();
  const [also, setAlso] = useState<readonly string[]>([]);
  const targets = useMemo(() => [...new Set([...serverIds, ...also])], [serverIds, also]);
  const servers = useServers(targets);
  const [first] = serverIds;
  const many = targets.length > 1;
  const begins = like === undefined && serverIds.length === 1;
  const [begun] = useState<JobDraft>(() =>
    like === undefined ? newJob(t('form.names.22'), t('form.countdown')) : draftOf(like),
  );
  // What is begun for many, or like another one, is begun anew.
  const keep = useMemo(
    () => (begins ? keptJob(`${first} ${job?.id ?? 'new'}`) : null),
    [begins, first, job?.id],
  );
  const form = useForm({
    rules: JOB_FIELDS,
    initial: useMemo(() => (job === null ? begun : draftOf(job)), [job, begun]),
    typed: typedJob,
    ...(keep === null ? {} : { keep }),
    secrets: ['parameter'],
    also: (draft) => {
      const games = servers.map(({ configuration }) => configuration.game);
      // Of many servers, those that cannot do it are left out.
      const unfit = Object.entries(unfitFor(draft, games)).filter(
        ([, why]) => !many || why !== 'not_in_game',
      );
      return Object.fromEntries(
        unfit.map(([field, why]) => [field, t(`form.unfit.${why ?? 'required'}`)]),
      );
    },
  });
  const { able, left } = useMemo(
    () => parted(account, servers, form.values, t),
    [account, servers, form.values, t],
  );
  const foreign = useId();
  const barred = able.length === 0 && servers.length > 0;

  const save = async () => {
    if (many) {
      const values = form.check();
      if (values === null || able.length === 0) return;
      form.forget();
      onMany(
        addDeed(commands, 'jobs', t('done.add', { name: values.name }), values),
        able.map(({ id }) => id),
      );
      return;
    }
    if (first === undefined) return;
    const was = job === null ? undefined : read(JOB_FIELDS, typedJob(form.was)).body;
    const outcome = await form.submit((values) =>
      writeRow(commands, { resource: 'jobs', server_id: first, row: job, values, was }),
    );
    if (outcome?.ok !== true) return;
    form.forget();
    toast(t('saved', { ns: 'common' }));
    onClose();
  };

  return (
    <FormDialog
      form={form}
      title={
        job !== null
          ? t('form.editTitle', { name: job.name })
          : serverIds.length > 1
            ? t('form.manyTitle', { count: serverIds.length })
            : t('form.addTitle')
      }
      action={many ? t('form.manySave', { count: able.length }) : t('save', { ns: 'common' })}
      why={barred ? foreign : undefined}
      onSubmit={() => void save()}
      onClose={() => {
        form.forget();
        onClose();
      }}
    >
      <div className="job-form">
        <JobFields form={form} />
        {job !== null || serverIds.length > 1 ? null : (
          <details>
            <summary>{t('form.alsoOn')}</summary>
            <ServerChoice
              label={t('form.alsoOn')}
              chosen={also}
              most={Object.keys(account.servers).length}
              onChosen={setAlso}
            />
          </details>
        )}
        {many ? <Who able={able} left={left} /> : null}
        {barred && !many ? (
          <Notice tone="warn">
            <span id={foreign}>{t('form.foreign')}</span>
          </Notice>
        ) : null}
      </div>
    </FormDialog>
  );
}

/** The servers that take such a job of this account, and the others with why not. */
function parted(
  account: AccountRow,
  servers: readonly ServerRow[],
  draft: JobDraft,
  t: ReturnType<typeof useTranslation<'schedules'>>['t'],
): { readonly able: readonly ServerRow[]; readonly left: readonly LeftOut[] } {
  const able: ServerRow[] = [];
  const left: LeftOut[] = [];
  const deed = deedOf(draft);
  for (const server of servers) {
    const { game } = server.configuration;
    const needed = ['server.modify.configuration', ...permissionsOf(deed, game)] as const;
    const allowed = needed.every((name) => may(account, server.id, name));
    const unfit = Object.values(unfitFor(draft, [game]));
    if (!allowed) left.push({ server, why: { kind: 'permission' } });
    else if (servers.length > 1 && unfit.includes('not_in_game')) {
      left.push({ server, why: { kind: 'now', text: t('form.unfit.not_in_game') } });
    } else able.push(server);
  }
  return { able, left };
}
