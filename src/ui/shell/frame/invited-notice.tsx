import { useTranslation } from 'react-i18next';
import { standing } from '../../../domain/invitations/rules.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useNow } from '../../data/clock.ts';
import { useResource } from '../../data/use-resource.ts';
import { useOne } from '../../data/use-view.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';

const ME = ['muster_id', 'invites'] as const;

/** Says on every page that an invitation waits. */
export function InvitedNotice() {
  const { t } = useTranslation('invitations');
  const { muster_id: me, invites = [] } = useOne({ view: 'account' }, ME).row ?? {};
  const now = useNow();
  const { rows, told } = useResource('invites', null);
  const waiting = rows.filter((row) => row.to_id === me && standing(row, now) === 'pending');
  const [first] = waiting;
  const [group] = invites.filter(({ expires_at: until }) => until > now);
  if (first !== undefined) {
    return (
      <Notice slim action={<ButtonLink href={to.people()}>{t('look')}</ButtonLink>}>
        {t('waiting', { count: waiting.length, name: first.from_name })}
      </Notice>
    );
  }
  // Those of the account come later than what the account is: the link would lead elsewhere under the pointer.
  if (!told || group === undefined) return null;
  const kind = group.team === null ? 'organization' : 'team';
  const name = group[kind]?.identifier ?? '';
  return (
    <Notice slim action={<ButtonLink href={to.groups(kind)}>{t('look')}</ButtonLink>}>
      {t(`waitingInto.${kind}`, { name })}
    </Notice>
  );
}
