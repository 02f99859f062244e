import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';

/** Why the person can add no server, with a way on. */
export function WhyNot({
  why,
  account,
}: {
  readonly why: 'permission' | 'restricted' | 'limit';
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('addServer');
  const { subscription, subscriptions, limits } = account;
  const count = limits.servers ?? 0;
  return (
    <Notice tone="warn" action={<ButtonLink href={to.dashboard()}>{t('toDashboard')}</ButtonLink>}>
      {why !== 'limit'
        ? t(`whyNot.${why}`)
        : subscriptions?.omega.plans === true
          ? t('whyNot.limit', { plan: subscription.plan, count })
          : t('whyNot.full', { count })}
    </Notice>
  );
}
