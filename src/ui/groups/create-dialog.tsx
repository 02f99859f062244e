import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { groupIdentifier } from '../../protocol/groups/fields.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { groupErrorText } from './known/refusals.ts';

const CREATE = { team: 'teamCreate', organization: 'organizationCreate' } as const;

/** Asks for a name, and leads to what was created. */
export function CreateDialog({
  kind,
  onClose,
}: {
  readonly kind: GroupKind;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const [, navigate] = useLocation();
  // Sent again where an answer got lost, it is created once.
  const [id] = useState(newRequestId);
  const form = useForm({
    rules: { identifier: groupIdentifier },
    initial: { identifier: '' },
    keep: `${kind}-create`,
    concerns: {
      'plan-limit-reached': 'identifier',
      'subscription-restricted': 'identifier',
      'limit-reached': 'identifier',
    },
    refusalText: (error) => {
      const code = error.kind === 'problem' ? error.problem.code : '';
      if (code === 'plan-limit-reached') return t(`create.full.${kind}`);
      return code === 'subscription-restricted' ? t('create.restricted') : groupErrorText(error);
    },
    ask: (body) => commands.call(CREATE[kind], { body: { group_id: id, ...body } }),
    done: (_, { values }) => {
      toast(t('create.done', { name: values.identifier.trim() }));
      onClose();
      navigate(to.group(kind, id));
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(`create.${kind}`)}
      action={t('create.action')}
      onClose={onClose}
    >
      <Field
        {...form.field('identifier')}
        label={t('create.name')}
        hint={form.limit('identifier')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
