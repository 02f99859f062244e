import './invitations.css';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayInvite } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { linkParameter } from '../parts/addresses/link-parameter.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { errorText } from '../text/problem-text.ts';
import { ForMe } from './for-me.tsx';
import { MadePanel } from './made-panel.tsx';

const ACCOUNT = ['servers', 'muster_id'] as const;

/** `/people`: invitations for the account, and those that it has made. A link of one leads here, too. */
export function PeoplePage() {
  const { t } = useTranslation('invitations');
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const refused = useClaimedLink();
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
      {refused === null ? null : <Notice tone="bad">{errorText(refused)}</Notice>}
      <ForMe me={account?.muster_id ?? ''} />
      <MadePanel me={account?.muster_id ?? ''} />
    </div>
  );
}

/** Whoever came by a link says that it is theirs; answers why it could not be so. The link leaves the address. */
function useClaimedLink(): CommandError | null {
  const commands = useCommands();
  const [token] = useState(() => linkParameter('invitation'));
  const [refused, setRefused] = useState<CommandError | null>(null);
  useEffect(() => {
    if (token === '') return;
    history.replaceState(history.state, '', to.people());
    void commands.call('inviteClaim', { body: { token } }).then((outcome) => {
      if (!outcome.ok) setRefused(outcome.error);
    });
  }, [commands, token]);
  return refused;
}
