import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer, Outcome } from '../../worker/contract.ts';
import { Notice } from '../parts/notice.tsx';
import { invitedServers } from '../text/invited-servers.ts';
import { errorText } from '../text/problem-text.ts';
import { authCall } from './client.ts';

/** What the link of an invitation brings: who asks, and for what; nothing where one came without. */
export function Invited({ token }: { readonly token: string }) {
  const { t } = useTranslation('invitations');
  const pages = useTranslation('serverPages').t;
  const [shown, setShown] = useState<Outcome<CallAnswer<'inviteShow'>>>();
  useEffect(() => {
    if (token !== '') void authCall('inviteShow', { token }).then(setShown);
  }, [token]);
  if (shown === undefined) return null;
  if (!shown.ok) return <Notice tone="bad">{errorText(shown.error)}</Notice>;
  const { from, servers: count, permissions } = shown.value;
  if (from === null) return <p>{t('claim.operator')}</p>;
  const list = invitedServers(shown.value, (more, names) => t('asksMore', { names, count: more }));
  return (
    <div className="stack">
      <p>{t('asks', { name: from, count, names: list })}</p>
      <p className="soft">
        {t('you', {
          permissions: permissions.map((one) => pages(`permission.${one}`)).join(' · '),
        })}
      </p>
      <p>{t('claim.accepts')}</p>
    </div>
  );
}
