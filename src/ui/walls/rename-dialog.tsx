import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayEdit } from '../../protocol/walls/calls.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { displayName } from '../../protocol/walls/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

/** What a display is called from now on. */
export function RenameDialog({
  display: { id: display_id, name },
  onClose,
}: {
  readonly display: Pick<RowOf<'displays'>, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [initial] = useState({ name });
  const form = useForm({
    // Absent, it would stay: a name that is typed is one.
    rules: { ...displayEdit.body.shape, name: displayName },
    initial,
    ask: (body) => commands.call('displayEdit', { params: { display_id }, body }),
    done: () => {
      toast(t('saved', { ns: 'common' }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('renameTitle')}
      action={t('save', { ns: 'common' })}
      onClose={onClose}
    >
      <Field {...form.field('name')} label={t('name')} hint={form.limit('name')} />
    </FormDialog>
  );
}
