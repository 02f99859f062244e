import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banListWebhookAdd } from '../../protocol/webhooks/calls.ts';
import type { BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';
import { newDraft, secretRule, WEBHOOK_FORM, type WebhookDraft } from './draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Adds a webhook to a ban list. */
export function AddWebhook({
  list,
  onClose,
}: {
  readonly list: BanList;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const commands = useCommands();
  // Sent again where an answer got lost, it is added once.
  const [webhook_id] = useState(newRequestId);
  const [initial] = useState(newDraft);
  const { webhook_id: _, ...shape } = banListWebhookAdd.body.shape;
  const form = useForm({
    rules: (draft: WebhookDraft) => ({ ...shape, secret: secretRule(draft, false) }),
    initial,
    ...WEBHOOK_FORM,
    ask: (body) =>
      commands.call('banListWebhookAdd', {
        params: { banlist_id: list.id },
        body: { webhook_id, ...body },
      }),
    done: () => {
      toast(t('form.added'));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('form.addTitle', { name: isolated(list.identifier) })}
      action={t('form.add')}
      className="webhook-form"
      onClose={onClose}
    >
      <WebhookFields form={form} webhook={null} />
      <p className="soft">{t('form.verifies')}</p>
    </FormDialog>
  );
}
