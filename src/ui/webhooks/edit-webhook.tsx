import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banListWebhookEdit } from '../../protocol/webhooks/calls.ts';
import type { BanList } from '../bans/known/ban-list.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';
import { draftOf, secretRule, WEBHOOK_FORM, type WebhookDraft } from './draft.ts';
import { WebhookFields } from './webhook-fields.tsx';
import type { Webhook } from './words.ts';

/** Changes a webhook. Its address and its secret stay unless others are typed. */
export function EditWebhook({
  list,
  webhook: opened,
  onClose,
}: {
  readonly list: BanList;
  /** How it was when this opened. */
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const commands = useCommands();
  const { told, rows } = useResource('banListWebhooks', { banlist_id: list.id });
  const now = rows.find(({ id }) => id === opened.id);
  const [last, setLast] = useState(opened);
  const webhook = now ?? last;
  if (webhook !== last) setLast(webhook);
  const initial = useMemo(() => draftOf(webhook), [webhook]);
  const { was: _, ...shape } = banListWebhookEdit.body.shape;
  const form = useForm({
    rules: (draft: WebhookDraft) => ({ ...shape, secret: secretRule(draft, webhook.secret) }),
    initial,
    ...WEBHOOK_FORM,
    ask: (body, { was }) => {
      // Who typed over something that is another by now has not seen that.
      const seen = JSON.stringify(was) === JSON.stringify(initial) ? webhook : opened;
      return commands.call('banListWebhookEdit', {
        params: { banlist_id: list.id, webhook_id: webhook.id },
        body: { ...body, was: seen.changed_at },
      });
    },
    done: () => {
      toast(t('form.saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('form.editTitle', { target: isolated(webhook.target) })}
      action={t('form.save')}
      className="webhook-form"
      onClose={onClose}
    >
      {told && now === undefined ? <Notice tone="warn">{t('gone')}</Notice> : null}
      <WebhookFields form={form} webhook={webhook} />
    </FormDialog>
  );
}
