import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { bucketDelete, bucketEdit } from '../../protocol/buckets/calls.ts';
import { useCommands } from '../data/use-view.ts';
import { OwnedPanel } from '../groups/resources/owned-panel.tsx';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { TypedForm } from '../parts/typed-form.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useForm } from '../parts/use-form.ts';
import { RightsPanel } from '../rights/rights-panel.tsx';
import { bucketErrorText, mayIn, type Bucket } from '../entries/bucket.ts';

/** What a bucket is called, whose it is, and how it is deleted. */
export function BucketSettings({ bucket }: { readonly bucket: Bucket }) {
  const { t } = useTranslation('buckets');
  return (
    <>
      <Settings bucket={bucket} />
      <OwnedPanel kind="bucket" row={bucket} />
      {mayIn(bucket, 'bucket.modify') ? (
        <RightsPanel of={{ kind: 'bucket', id: bucket.id }} />
      ) : null}
      <Panel title={t('danger.title')}>
        {bucket.servers === 0 ? (
          <DeleteForm bucket={bucket} />
        ) : (
          <p className="soft">{t('danger.used', { count: bucket.servers })}</p>
        )}
      </Panel>
    </>
  );
}

function Settings({ bucket: { id, identifier: name } }: { readonly bucket: Bucket }) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const form = useForm({
    rules: { identifier: bucketEdit.body.shape.identifier },
    initial: useMemo(() => ({ identifier: name }), [name]),
    refusalText: bucketErrorText,
    ask: (body, { was }) =>
      commands.call('bucketEdit', { params: { bucket_id: id }, body: { ...body, was } }),
    done: () => toast(t('settings.saved')),
  });
  return (
    <Panel title={t('settings.title')}>
      <Form form={form} className="stack ban-add">
        <Field
          {...form.field('identifier')}
          label={t('settings.name')}
          hint={form.limit('identifier')}
          autoComplete="off"
        />
        <FormActions form={form} action={t('settings.save')} />
        <UnsavedGuard form={form} />
      </Form>
    </Panel>
  );
}

/** Deletes a bucket: its name must be typed. */
function DeleteForm({ bucket: { id: bucket_id, identifier: name } }: { readonly bucket: Bucket }) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const form = useForm({
    rules: { identifier: bucketDelete.body.shape.identifier },
    initial: { identifier: '' },
    concerns: { 'confirmation-mismatch': 'identifier' },
    refusalText: bucketErrorText,
    ask: (body) => commands.call('bucketDelete', { params: { bucket_id }, body }),
    done: () => {
      toast(t('danger.deleted', { name }));
      navigate(to.buckets());
    },
  });
  return (
    <section className="stack ban-add">
      <h3>{t('danger.delete')}</h3>
      <p className="soft">{t('danger.text')}</p>
      <TypedForm
        form={form}
        field={form.field('identifier')}
        name={name}
        label={t('danger.typed', { name })}
        action={t('danger.delete')}
      />
    </section>
  );
}
