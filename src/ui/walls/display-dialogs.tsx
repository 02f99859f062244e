import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayEdit } from '../../protocol/walls/calls.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { displayName } from '../../protocol/walls/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Question } from '../parts/question.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

interface AskProps {
  readonly display: Pick<RowOf<'displays'>, 'id' | 'name'>;
  readonly onClose: () => void;
}

export function RenameDialog({ display: { id: display_id, name }, onClose }: AskProps) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [initial] = useState({ name });
  // Absent, it would stay: a name that is typed is one.
  const form = useForm({ rules: { ...displayEdit.body.shape, name: displayName }, initial });
  const save = async () => {
    const params = { display_id };
    const outcome = await form.submit((body) => commands.call('displayEdit', { params, body }));
    if (outcome?.ok !== true) return;
    toast(t('saved'));
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={t('renameTitle')}
      action={t('save')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field {...form.field('name')} label={t('name')} hint={form.limit('name')} />
    </FormDialog>
  );
}

export function RevokeDialog({ display: { id: display_id, name }, onClose }: AskProps) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const { busy, error, send } = useForm({ rules: {}, initial: {} });
  const revoke = async () => {
    const params = { display_id };
    const outcome = await send(() => commands.call('displayRevoke', { params, body: {} }));
    if (!outcome.ok) return;
    toast(t('revoked', { name }));
    onClose();
  };
  return (
    <Question
      danger
      title={t('revokeTitle', { name })}
      yes={t('revoke')}
      busy={busy}
      error={error}
      onYes={() => void revoke()}
      onClose={onClose}
    >
      <p>{t('revokeText')}</p>
    </Question>
  );
}
