import { useTranslation } from 'react-i18next';
import { serverSupportGive } from '../../protocol/support/calls.ts';
import { SUPPORT_MINUTES } from '../../protocol/support/limits.ts';
import { useCommands } from '../data/use-view.ts';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Select } from '../parts/select.tsx';
import { useForm } from '../parts/use-form.ts';
import type { Supported } from './supported.ts';

/** For how long they may be let: minutes. */
const LENGTHS = {
  hour: 60,
  fourHours: 4 * 60,
  day: 24 * 60,
  threeDays: 3 * 24 * 60,
  week: 7 * 24 * 60,
  month: SUPPORT_MINUTES.most,
} as const;
type Length = keyof typeof LENGTHS;
const LENGTH = Object.keys(LENGTHS) as readonly Length[];

const INITIAL = { minutes: String(LENGTHS.day), costs: false };

/** Lets staff act for so long; where they may already, it is counted anew. */
export function SupportForm({
  supported: { kind, id },
  given = false,
}: {
  readonly supported: Supported;
  readonly given?: boolean;
}) {
  const { t } = useTranslation('support');
  const commands = useCommands();
  const form = useForm({
    rules: serverSupportGive.body.shape,
    initial: INITIAL,
    typed: ({ minutes, costs }) => ({ minutes: Number(minutes), costs }),
    ask: (body) =>
      kind === 'server'
        ? commands.call('serverSupportGive', { params: { server_id: id }, body })
        : commands.call('groupSupportGive', { params: { group_id: id }, body }),
  });
  return (
    <Form form={form}>
      <p className="soft">
        {t(`reach.${kind}`)} {t('audited')}
      </p>
      <Select
        {...form.field('minutes')}
        label={t('minutes')}
        options={LENGTH.map((name) => ({
          value: String(LENGTHS[name]),
          label: t(`length.${name}`),
        }))}
      />
      <label className="support-costs">
        <input
          type="checkbox"
          name="costs"
          checked={form.values.costs}
          onChange={(event) => form.set({ costs: event.target.checked })}
        />
        {t('costs')}
      </label>
      <FormActions form={form} action={t(given ? 'longer' : 'give')} />
    </Form>
  );
}
