import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';

/** Somebody's name: it leads to what they may do, and where. */
export function AccountLink({
  id,
  name,
  isMe = false,
}: {
  readonly id: string;
  readonly name: string;
  readonly isMe?: boolean;
}) {
  const { t } = useTranslation('groups');
  const common = useTranslation('common').t;
  return (
    <span className="account-link">
      <Link href={to.person(id)}>
        <bdi>{name === '' ? common('erased.player') : name}</bdi>
      </Link>
      {isMe ? <span className="tag">{t('you')}</span> : null}
    </span>
  );
}
