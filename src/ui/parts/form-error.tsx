import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { errorText } from '../text/problem-text.ts';
import { Notice } from './notice.tsx';

/** Why the host refused a form as a whole; where another try must wait, how long still. */
export function FormError({
  error,
  text = errorText,
}: {
  readonly error: CommandError | null;
  readonly text?: (error: CommandError) => string;
}) {
  const { t } = useTranslation('forms');
  const wait = error?.kind === 'problem' ? (error.problem.retry_after ?? 0) : 0;
  const [left, setLeft] = useState(0);
  useEffect(() => {
    setLeft(wait);
    if (wait === 0) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, [error, wait]);
  if (error === null) return null;
  return (
    <Notice tone="bad">
      {text(error)} {left > 0 ? t('retryIn', { count: left }) : null}
    </Notice>
  );
}
