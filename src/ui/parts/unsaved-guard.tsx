import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { holdBack, stay, waitingMove } from './navigation-guard.ts';
import { Question } from './question.tsx';

/** While `changed`, going elsewhere asks first. `onLeave`: what was typed is given up. */
export function UnsavedGuard({
  changed,
  onLeave,
}: {
  readonly changed: boolean;
  readonly onLeave?: () => void;
}) {
  const { t } = useTranslation();
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
        onLeave?.();
        move?.();
      }}
      onClose={stay}
    >
      <p>{t('leave.text')}</p>
    </Question>
  );
}
