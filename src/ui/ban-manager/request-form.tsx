import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { banErrorText, type BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

/** What a list that is verified keeps to. */
const RULES = ['reason', 'proof', 'rivals', 'answer', 'privacy'] as const;

/** Asks staff to verify a list, once whoever asks accepts the code of conduct. */
export function RequestForm({
  list,
  onDone,
}: {
  readonly list: BanList;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const form = useForm({
    rules: {},
    initial: { accepted: false },
    typed: () => ({}),
    also: ({ accepted }): Readonly<Record<string, string>> =>
      accepted ? {} : { accepted: t('verification.acceptNeeded') },
    refusalText: banErrorText,
    ask: async () => {
      const outcome = await commands.call('banListVerificationRequest', {
        params: { banlist_id: list.id },
        body: { code_of_conduct: true },
      });
      // What it lacks by now is read again.
      if (!outcome.ok) onDone();
      return outcome;
    },
    done: () => {
      toast(t('verification.asked'));
      onDone();
    },
  });
  const wrong = form.wrong['accepted'];
  const wrongId = useId();
  return (
    <Form form={form} className="stack" onSubmit={form.submit}>
      <h3>{t('verification.conduct')}</h3>
      <ul className="ban-rules">
        {RULES.map((rule) => (
          <li key={rule}>{t(`verification.rules.${rule}`)}</li>
        ))}
      </ul>
      <label className="check">
        <input
          type="checkbox"
          name="accepted"
          checked={form.values.accepted}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : wrongId}
          onChange={({ target }) => form.set({ accepted: target.checked })}
        />
        {t('verification.accept')}
      </label>
      {wrong === undefined ? null : (
        <p id={wrongId} className="wrong">
          {wrong}
        </p>
      )}
      <FormActions form={form} action={t('verification.ask')} />
    </Form>
  );
}
