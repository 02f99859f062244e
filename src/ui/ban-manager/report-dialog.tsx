import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banReport } from '../../protocol/bans/report-calls.ts';
import { banErrorText } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { TextBox } from '../parts/text-box.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

const { reason } = banReport.body.shape;

/** Asks what is wrong with a ban, for those who keep its list. */
export function ReportDialog({
  listId,
  ban: { id: ban_id, name },
  onDone,
  onClose,
}: {
  readonly listId: string;
  readonly ban: { readonly id: string; readonly name: string };
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  // Sent again where an answer got lost, it is reported once.
  const [report_id] = useState(newRequestId);
  const form = useForm({
    rules: { reason },
    initial: { reason: '', consent: false },
    typed: (values) => ({ reason: values.reason }),
    also: ({ consent }): Readonly<Record<string, string>> =>
      consent ? {} : { consent: t('report.consentNeeded') },
    refusalText: banErrorText,
    ask: (body) =>
      commands.call('banReport', {
        params: { banlist_id: listId, ban_id },
        body: { ...body, report_id, consent: true },
      }),
    done: () => {
      toast(t('report.sent'));
      onDone?.();
      onClose();
    },
  });
  const wrong = form.wrong['consent'];
  const wrongId = useId();
  return (
    <FormDialog
      form={form}
      title={t('report.title', { name })}
      action={t('report.action')}
      onClose={onClose}
    >
      <p className="soft">{t('report.says')}</p>
      <TextBox
        {...form.field('reason')}
        label={t('report.reason')}
        hint={t('report.reasonHint')}
        rule={reason}
        rows={5}
      />
      <label className="check">
        <input
          type="checkbox"
          name="consent"
          checked={form.values.consent}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : wrongId}
          onChange={({ target }) => form.set({ consent: target.checked })}
        />
        {t('report.consent')}
      </label>
      {wrong === undefined ? null : (
        <p id={wrongId} className="wrong">
          {wrong}
        </p>
      )}
    </FormDialog>
  );
}
