import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands, useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { errorText } from '../../text/problem-text.ts';

/**
 * Says that the e-mail address waits to be verified, where a mail can bring the link. The address is known only while
 * connected.
 */
export function VerifyNotice() {
  const { t } = useTranslation('frame');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const account = useOne({ view: 'account' }, ['email', 'mail']).row;
  if (account?.mail !== true || account.email.verified || account.email.address === '') return null;
  const resend = async () => {
    setBusy(true);
    const answer = await commands.call('resendVerification', { body: {} });
    setBusy(false);
    if (answer.ok) toast(t('resent'));
    else toast(errorText(answer.error), 'bad');
  };
  return (
    <Notice
      slim
      action={
        <Button kind="quiet" busy={busy} onClick={() => void resend()}>
          {t('resend')}
        </Button>
      }
    >
      {t('unverified', { address: account.email.address })}
    </Notice>
  );
}
