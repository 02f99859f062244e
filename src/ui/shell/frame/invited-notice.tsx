import { useTranslation } from 'react-i18next';
import { standing } from '../../../domain/invitations/rules.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useNow } from '../../data/clock.ts';
import { useResource } from '../../data/use-resource.ts';
import { useOne } from '../../data/use-view.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';

const ME = ['muster_id'] as const;

/** Says on every page that an invitation waits. */
export function InvitedNotice() {
  const { t } = useTranslation('invitations');
  const me = useOne({ view: 'account' }, ME).row?.muster_id;
  const now = useNow();
  const waiting = useResource('invites', null).rows.filter(
    (row) => row.to_id === me && standing(row, now) === 'pending',
  );
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <Notice slim action={<ButtonLink href={to.people()}>{t('look')}</ButtonLink>}>
      {t('waiting', { count: waiting.length, name: first.from_name })}
    </Notice>
  );
}
