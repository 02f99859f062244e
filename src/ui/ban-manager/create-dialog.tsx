import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { banListIdentifier } from '../../protocol/bans/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { OwnerChoice } from '../groups/known/owner-choice.tsx';
import { useMovingAccount, useTakers } from '../groups/known/takers.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { banErrorText } from '../bans/known/ban-list.ts';

/** Asks for a name and whose it is, and leads to the servers of what was created. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const account = useMovingAccount();
  const takers = useTakers(account);
  // Sent again where an answer got lost, it is created once.
  const [id] = useState(newRequestId);
  const form = useForm({
    rules: { identifier: banListIdentifier },
    initial: { identifier: '', owner: '' },
    typed: ({ identifier }) => ({ identifier }),
    keep: 'banlist-create',
    concerns: {
      'plan-limit-reached': 'identifier',
      'subscription-restricted': 'identifier',
      'limit-reached': 'identifier',
    },
    refusalText: (error) => {
      const code = error.kind === 'problem' ? error.problem.code : '';
      if (code === 'plan-limit-reached') return t('create.full');
      return code === 'subscription-restricted' ? t('create.restricted') : banErrorText(error);
    },
    ask: async (body, { values }) => {
      const owner = takers.find((taker) => taker.id === values.owner) ?? takers[0];
      if (owner === undefined) return { ok: false, error: { kind: 'unreachable' } };
      return commands.call('banListCreate', {
        body: { banlist_id: id, ...body, owner: { kind: owner.kind, id: owner.id } },
      });
    },
    done: (_, { values }) => {
      toast(t('create.done', { name: values.identifier.trim() }));
      onClose();
      navigate(to.banList(id, '?tab=servers'));
    },
  });
  return (
    <FormDialog form={form} title={t('create.title')} action={t('create.action')} onClose={onClose}>
      <Field
        {...form.field('identifier')}
        label={t('create.name')}
        hint={form.limit('identifier')}
        autoComplete="off"
      />
      <OwnerChoice
        takers={takers}
        me={account?.muster_id}
        chosen={form.values.owner}
        hint={t('create.ownerHint')}
        onChosen={(owner) => form.set({ owner })}
      />
    </FormDialog>
  );
}
