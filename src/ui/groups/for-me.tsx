import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standing } from '../../domain/invitations/rules.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import { useMinute } from '../data/clock.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { formatMoment } from '../text/format.ts';
import { groupErrorText } from './known/refusals.ts';

/** The invitations into groups of a kind that wait for the account's answer. Nothing where there is none. */
export function ForMe({ kind }: { readonly kind: GroupKind }) {
  const { t } = useTranslation('groups');
  const now = useMinute();
  const waiting = useResource('groupInvites', null).rows.filter(
    (row) => row.kind === kind && standing(row, now) === 'pending',
  );
  if (waiting.length === 0) return null;
  return (
    <Panel title={t('forMe.title')} padded={false}>
      <ul className="group-invites">
        {waiting.map((row) => (
          <Asked key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

function Asked({ row }: { readonly row: ResourceView<'groupInvites'> }) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const { identifier: name, role, from_name: from } = row;
  const answer = async (accept: boolean) => {
    setBusy(true);
    const params = { invite_id: row.id };
    const outcome = await commands.call('groupInviteAnswer', { params, body: { accept } });
    setBusy(false);
    if (!outcome.ok) return toast(groupErrorText(outcome.error), 'bad');
    toast(accept ? t('forMe.accepted', { name }) : t('forMe.declined'));
  };
  return (
    <li>
      <div>
        <p>{t(`forMe.${row.kind}`, { from, name, role })}</p>
        <p className="soft">{t('forMe.until', { until: formatMoment(row.expires_at, locale) })}</p>
      </div>
      <div className="actions">
        <Button
          kind="primary"
          busy={busy}
          aria-label={t('forMe.acceptOf', { name })}
          onClick={() => void answer(true)}
        >
          {t('forMe.accept')}
        </Button>
        <Button
          busy={busy}
          aria-label={t('forMe.declineOf', { name })}
          onClick={() => void answer(false)}
        >
          {t('forMe.decline')}
        </Button>
      </div>
    </li>
  );
}
