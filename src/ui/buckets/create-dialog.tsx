import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { bucketCreate } from '../../protocol/buckets/calls.ts';
import type { BucketType } from '../../protocol/buckets/limits.ts';
import { useCommands } from '../data/use-view.ts';
import { OwnerChoice } from '../groups/known/owner-choice.tsx';
import { useMovingAccount, useTakers } from '../groups/known/takers.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText } from '../entries/bucket.ts';

/** The order in which they are offered: those that the doors obey, then those that change nothing. */
const OFFERED = [
  'WHITELIST',
  'RESERVED_SLOT',
  'QUEUE_PRIORITY',
  'NAME_FILTER',
  'CHAT_FILTER',
  'NOTES',
  'GENERIC',
] as const satisfies readonly BucketType[];

const { identifier, type } = bucketCreate.body.shape;

/** Asks for a type, a name and whose it is, and leads to the servers of what was created. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const account = useMovingAccount();
  const takers = useTakers(account);
  // Sent again where an answer got lost, it is created once.
  const [id] = useState(newRequestId);
  const form = useForm({
    rules: { type, identifier },
    initial: { type: OFFERED[0] as BucketType, identifier: '', owner: '' },
    typed: ({ owner: _, ...typed }) => typed,
    keep: 'bucket-create',
    concerns: { 'limit-reached': 'identifier' },
    refusalText: bucketErrorText,
    ask: async (body, { values }) => {
      const owner = takers.find((taker) => taker.id === values.owner) ?? takers[0];
      if (owner === undefined) return { ok: false, error: { kind: 'unreachable' } };
      return commands.call('bucketCreate', {
        body: { bucket_id: id, ...body, owner: { kind: owner.kind, id: owner.id } },
      });
    },
    done: (_, { values }) => {
      const next = values.type === 'GENERIC' ? 'createdList' : 'done';
      toast(t(`create.${next}`, { name: values.identifier.trim() }));
      onClose();
      navigate(to.bucket(id, values.type === 'GENERIC' ? '' : '?tab=servers'));
    },
  });
  return (
    <FormDialog form={form} title={t('create.title')} action={t('create.action')} onClose={onClose}>
      <Select
        label={t('create.type')}
        value={form.values.type}
        options={OFFERED.map((one) => ({ value: one, label: t(`type.${one}`) }))}
        onValue={(chosen) => form.set({ type: chosen as BucketType })}
      />
      <p className="soft">{t(`does.${form.values.type}`)}</p>
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
