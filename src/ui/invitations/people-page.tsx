import './invitations.css';
import { UserPlus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayInvite } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { linkParameter } from '../parts/addresses/link-parameter.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { errorText } from '../text/problem-text.ts';
import { ForMe } from './for-me.tsx';
import { MadePanel } from './made-panel.tsx';

const ACCOUNT = ['servers', 'muster_id'] as const;

/** `/people`: invitations for the account, and those that it has made. A link of one leads here, too. */
export function PeoplePage() {
  const { t } = useTranslation('invitations');
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const claimed = useClaimedLink();
  return (
    <div className="stack">
      <header className="page-head">
        <h1>{t('title')}</h1>
        {mayInvite(account) ? (
          <div className="actions">
            <ButtonLink href={to.invite()} icon={<UserPlus />} kind="primary">
              {t('invite')}
            </ButtonLink>
          </div>
        ) : null}
      </header>
      <p className="soft">{t('intro')}</p>
      {claimed.error === null ? null : (
        <Notice
          tone="bad"
          action={
            claimed.again === null ? undefined : (
              <Button busy={claimed.busy} onClick={claimed.again}>
                {t('again')}
              </Button>
            )
          }
        >
          {errorText(claimed.error)}
        </Notice>
      )}
      <ForMe me={account?.muster_id ?? ''} />
      <MadePanel me={account?.muster_id ?? ''} />
    </div>
  );
}

/**
 * Whoever came by a link says that it is theirs; answers why it is not so yet, and how to try again. The link leaves the
 * address when the host has answered: until then it is all that somebody has of it.
 */
function useClaimedLink() {
  const commands = useCommands();
  const [token] = useState(() => linkParameter('invitation'));
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const claim = useCallback(async () => {
    setBusy(true);
    const outcome = await commands.call('inviteClaim', { body: { token } });
    setBusy(false);
    setError(outcome.ok ? null : outcome.error);
    if (outcome.ok || isFinal(outcome.error)) {
      history.replaceState(history.state, '', to.people());
    }
  }, [commands, token]);
  useEffect(() => {
    if (token !== '') void claim();
  }, [claim, token]);
  return { error, busy, again: error === null || isFinal(error) ? null : () => void claim() };
}

/** Whether the host has said no: another try is answered as this one. */
function isFinal(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.code === 'invitation-invalid';
}
