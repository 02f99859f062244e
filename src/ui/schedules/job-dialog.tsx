import './schedules.css';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../domain/queries.ts';
import { permissionsOf, unfitOfJob } from '../../domain/schedules/checks.ts';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { read } from '../parts/rules.ts';
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
import type { DialogProps } from './scheduled-list.tsx';
import { offeredFor, partedBy, TargetFields, useTargets } from './targets.tsx';
import { addDeed, writeRow } from './writes.ts';

export type JobRow = ResourceView<'jobs'>;

/** Adds a job to servers, or changes one of a server. */
export function JobDialog({
  serverIds,
  account,
  row: job,
  like,
  onMany,
  onClose,
}: Omit<DialogProps<JobRow>, 'like'> & {
  readonly like?: JobValues | undefined;
}) {
  const { t } = useTranslation('schedules');
  useTranslation(['many', 'forms']);
  const commands = useCommands();
  const targets = useTargets(serverIds);
  const { servers, alone } = targets;
  const [first = ''] = serverIds;
  const begins = like === undefined && serverIds.length === 1;
  const [begun] = useState<JobDraft>(() =>
    like === undefined ? newJob(t('form.names.22'), t('form.countdown')) : draftOf(like),
  );
  // What is begun for many, or like another one, is started again.
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
    ask: (values, { was: seen }) => {
      const was = job === null ? undefined : read(JOB_FIELDS, typedJob(seen)).body;
      return writeRow(commands, { resource: 'jobs', server_id: first, row: job, values, was });
    },
    done: () => {
      toast(t('saved', { ns: 'common' }));
      onClose();
    },
    also: (draft) => {
      const games = servers.map(({ configuration }) => configuration.game);
      // Of many servers, those that cannot do it are left out.
      const unfit = Object.entries(unfitFor(draft, games)).filter(
        ([, why]) => alone || why !== 'not_in_game',
      );
      return Object.fromEntries(
        unfit.map(([field, why]) => [field, t(`form.unfit.${why ?? 'required'}`)]),
      );
    },
  });
  const parted = useMemo(() => {
    const deed = deedOf(form.values);
    return partedBy(account, servers, {
      alone,
      needed: (game) => permissionsOf(deed, game),
      unfit: (game) => unfitOfJob(deed, game),
      cannot: t('form.unfit.not_in_game'),
    });
  }, [account, servers, alone, form.values, t]);
  const { able } = parted;
  const why = useId();

  const save = () => {
    if (!alone) {
      const values = form.check();
      if (values === null || able.length === 0) return;
      const deed = addDeed(commands, 'jobs', t('done.add', { name: values.name }), values);
      if (
        onMany(
          deed,
          able.map(({ id }) => id),
        )
      )
        form.forget();
      return;
    }
    if (first !== '') form.submit();
  };

  const titleOf = () => {
    if (job !== null) return t('form.editTitle', { name: job.name });
    if (serverIds.length === 0) return t('form.copyTitle', { name: like?.name ?? '' });
    return serverIds.length > 1
      ? t('form.manyTitle', { count: serverIds.length })
      : t('form.addTitle');
  };
  return (
    <FormDialog
      form={form}
      title={titleOf()}
      action={alone ? t('save', { ns: 'common' }) : t('form.manySave', { count: able.length })}
      why={able.length === 0 ? why : undefined}
      onSubmit={save}
      onClose={() => {
        form.forget();
        onClose();
      }}
    >
      <div className="job-form">
        <JobFields form={form} />
        <TargetFields
          targets={targets}
          parted={parted}
          account={account}
          offered={offeredFor(serverIds, job)}
          why={why}
        />
      </div>
    </FormDialog>
  );
}
