import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { REPORT_STATE } from '../../protocol/bans/limits.ts';
import { banReportSettle } from '../../protocol/bans/report-calls.ts';
import type { CallAnswer, Outcome } from '../../worker/contract.ts';
import { banErrorText } from '../bans/known/ban-list.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Select } from '../parts/select.tsx';
import { TextBox } from '../parts/text-box.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { shownName } from '../text/player-name.ts';

type Report = CallAnswer<'banReports'>['reports'][number];
type Settled = Exclude<(typeof REPORT_STATE)[number], 'open'>;
type Settling = Omit<z.output<typeof banReportSettle.body>, 'acsrf_token'>;
const SETTLED = ['accepted', 'rejected'] as const satisfies readonly Settled[];

/** What was said, and what was answered. */
export function Said({ reason, answer }: Pick<Report, 'reason' | 'answer'>) {
  const { t } = useTranslation('bans');
  return (
    <>
      <bdi>{reason}</bdi>
      {answer === '' ? null : (
        <span className="soft">
          {t('report.answered')} <bdi>{answer}</bdi>
        </span>
      )}
    </>
  );
}

/** Asks what a report is answered; `ask` sends it. */
export function SettleDialog({
  report: { reason, ban_name },
  ask,
  onDone,
  onClose,
}: {
  readonly report: Pick<Report, 'reason' | 'ban_name'>;
  readonly ask: (body: Settling) => Promise<Outcome<unknown>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  const { answer } = banReportSettle.body.shape;
  const form = useForm({
    rules: { answer },
    initial: { answer: '', state: 'accepted' as Settled },
    typed: (values) => ({ answer: values.answer }),
    refusalText: banErrorText,
    ask: (body, { values: { state } }) => ask({ ...body, state }),
    done: () => {
      toast(t('report.settled'));
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('report.answerTitle', { name: shownName(ban_name) })}
      action={t('report.settle')}
      onClose={onClose}
    >
      <blockquote>
        <bdi>{reason}</bdi>
      </blockquote>
      <Select
        label={t('report.outcome')}
        value={form.values.state}
        options={SETTLED.map((value) => ({ value, label: t(`report.outcomes.${value}`) }))}
        onValue={(state) => form.set({ state: state as Settled })}
      />
      <TextBox
        {...form.field('answer')}
        label={t('report.answer')}
        hint={t('report.answerHint')}
        rule={answer}
      />
      <p className="soft">{t('report.settleSays')}</p>
    </FormDialog>
  );
}
