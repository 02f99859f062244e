import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { Notice } from '../parts/notice.tsx';
import { errorText } from '../text/problem-text.ts';

/** Why the form was refused; where another try must wait, how long still. */
export function FormError({ error }: { readonly error: CommandError | null }) {
  const { t } = useTranslation('auth');
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
      {concernsLink(error) ? t('link-invalid', { ns: 'errors' }) : errorText(error)}{' '}
      {left > 0 ? t('retryIn', { count: left }) : null}
    </Notice>
  );
}

/** Whether a mailed link is mistyped or cut off: nobody typed its token into a field. */
function concernsLink(error: CommandError): boolean {
  return error.kind === 'problem' && Object.hasOwn(error.problem.fields ?? {}, 'token');
}
