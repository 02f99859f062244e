import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Notice } from '../parts/notice.tsx';
import { authCall } from './client.ts';
import { linkErrorText } from './link-error.ts';

/** Verifies the address by a press: mail programs that open links ahead must not use them up. */
export function VerifyPage({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const [done, setDone] = useState(false);
  const verify = async () => {
    setBusy(true);
    const answer = await authCall('verifyEmail', { token });
    setBusy(false);
    if (answer.ok) setDone(true);
    else setError(answer.error);
  };
  if (done) {
    return (
      <>
        <Notice tone="good">{t('verified')}</Notice>
        <a className="button" data-kind="primary" href="/dashboard">
          {t('toPortal')}
        </a>
      </>
    );
  }
  return (
    <>
      <FormError error={error} text={linkErrorText} />
      <Button kind="primary" busy={busy} onClick={() => void verify()}>
        {t('verifyAction')}
      </Button>
      {error === null ? null : (
        <div className="auth-links">
          <a href="/dashboard">{t('toPortal')}</a>
        </div>
      )}
    </>
  );
}
