import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standing } from '../../domain/invitations/rules.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useNow } from '../data/clock.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { invitedServers } from '../text/invited-servers.ts';
import { errorText } from '../text/problem-text.ts';

/** The invitations that wait for this account's answer. */
export function useWaiting(me: string): readonly ResourceView<'invites'>[] {
  const now = useNow();
  return useResource('invites', null).rows.filter(
    (row) => row.to_id === me && standing(row, now) === 'pending',
  );
}

/** Each with who asks, for what, and an answer; and those that did not give all they said. Nothing where there is none. */
export function ForMe({ me }: { readonly me: string }) {
  const { t } = useTranslation('invitations');
  const waiting = useWaiting(me);
  const partly = useResource('invites', null).rows.filter(
    (row) => row.to_id === me && row.state === 'accepted' && row.refused.length > 0,
  );
  if (waiting.length + partly.length === 0) return null;
  return (
    <Panel title={t('forYou')}>
      <ul className="invitations">
        {waiting.map((row) => (
          <Asked key={row.id} row={row} />
        ))}
        {partly.map((row) => (
          <Partly key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

/** On how many servers somebody is in, and why not on the others. */
function Partly({ row }: { readonly row: RowOf<'invites'> }) {
  const { t } = useTranslation('invitations');
  const names = invitedServers(row, (count, list) => t('asksMore', { count, names: list }));
  return (
    <li>
      <p>{t('partly', { name: row.from_name, given: row.given, count: row.servers, names })}</p>
      {row.refused.map((reason) => (
        <p key={reason} className="soft">
          {t(`refused.${reason}`, { name: row.from_name })}
        </p>
      ))}
    </li>
  );
}

function Asked({ row }: { readonly row: RowOf<'invites'> }) {
  const { t } = useTranslation('invitations');
  const pages = useTranslation('serverPages').t;
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const answer = async (accept: boolean) => {
    setBusy(true);
    const params = { invite_id: row.id };
    const outcome = await commands.call('inviteAnswer', { params, body: { accept } });
    setBusy(false);
    if (!outcome.ok) return toast(errorText(outcome.error), 'bad');
    const { given, servers } = outcome.value;
    if (!accept) toast(t('declined'));
    else if (given === servers) toast(t('accepted'));
    else toast(t('acceptedPart', { given, count: servers }), 'bad');
  };
  const names = invitedServers(row, (count, list) => t('asksMore', { count, names: list }));
  return (
    <li>
      <p>{t('asks', { name: row.from_name, count: row.servers, names })}</p>
      <p className="soft">
        {t('you', {
          permissions: row.permissions.map((one) => pages(`permission.${one}`)).join(' · '),
        })}
      </p>
      <div className="actions">
        <Button kind="primary" busy={busy} onClick={() => void answer(true)}>
          {t('accept')}
        </Button>
        <Button busy={busy} onClick={() => void answer(false)}>
          {t('decline')}
        </Button>
      </div>
    </li>
  );
}
