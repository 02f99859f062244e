import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { holdBack, stay, waitingMove } from './navigation-guard.ts';
import { Question } from './question.tsx';
import type { Form } from './use-form.ts';

/** While something in a form is not saved, going elsewhere asks first; whoever leaves gives it up. */
export function UnsavedGuard({
  form: { changed, forget },
}: {
  readonly form: Pick<Form<object>, 'changed' | 'forget'>;
}) {
  const { t } = useTranslation('forms');
  const move = useSignalValue(waitingMove);
  useEffect(() => (changed ? holdBack() : undefined), [changed]);
  return (
    <Question
      danger
      open={move !== null}
      title={t('leave.title')}
      yes={t('leave.leave')}
      no={t('leave.stay')}
      onYes={() => {
        stay();
        forget();
        move?.();
      }}
      onClose={stay}
    >
      <p>{t('leave.text')}</p>
    </Question>
  );
}
