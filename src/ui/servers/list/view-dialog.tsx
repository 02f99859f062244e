import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { viewSave } from '../../../protocol/saved-views/calls.ts';
import { useCommands } from '../../data/use-view.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { newRequestId } from '../../parts/request-id.ts';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';

type SavedView = Pick<RowOf<'views'>, 'id' | 'name' | 'address'>;

/** What a view is called: a new one, which may take the place of one of that name, or one that is there. */
export function ViewDialog({
  views,
  address,
  renamed,
  onReplaced,
  onClose,
}: {
  readonly views: readonly SavedView[];
  readonly address: string;
  /** null: it is a new one. */
  readonly renamed: SavedView | null;
  /** The view that stood there before. */
  readonly onReplaced: (before: SavedView) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('savedViews');
  const commands = useCommands();
  const [initial] = useState({ name: renamed?.name ?? '' });
  const [fresh] = useState(newRequestId);
  const alike = (name: string) =>
    views.find(
      (view) => view.id !== renamed?.id && view.name.toLowerCase() === name.trim().toLowerCase(),
    );
  /** The view whose place a new one of this name takes. */
  const replacedBy = (name: string) => (renamed === null ? alike(name) : undefined);
  const form = useForm({
    rules: viewSave.body.shape,
    initial,
    typed: ({ name }) => ({ name, address }),
    also: ({ name }): Readonly<Record<string, string>> =>
      renamed !== null && alike(name) !== undefined ? { name: t('taken') } : {},
    ask: (body) =>
      commands.call('viewSave', {
        params: { view_id: renamed?.id ?? replacedBy(body.name)?.id ?? fresh },
        body,
      }),
    done: (_, { values: { name } }) => {
      const before = replacedBy(name);
      if (before === undefined) toast(t('saved', { name: name.trim() }));
      else onReplaced(before);
      onClose();
    },
  });
  const replaced = replacedBy(form.values.name);
  return (
    <FormDialog
      form={form}
      title={t(renamed === null ? 'saveTitle' : 'renameTitle')}
      action={t(replaced === undefined ? 'yes' : 'replace')}
      onClose={onClose}
    >
      <Field
        {...form.field('name')}
        label={t('name')}
        hint={replaced === undefined ? form.limit('name') : t('replaces')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
