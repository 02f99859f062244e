import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { formatList } from '../text/format.ts';
import type { CommandError } from '../../worker/contract.ts';
import { nextPath } from './address.ts';

const LIMITED = ['servers', 'ban_lists', 'teams', 'organizations'] as const;

/** `/upgrade-account`: the plan stopped the account. It is put aside here, and the person goes on. */
export function UpgradePage() {
  const { t } = useTranslation('plans');
  const [, navigate] = useLocation();
  const next = nextPath(`?${useSearch()}`, location.origin);
  const locale = useLocale();
  const commands = useCommands();
  const account = useOne({ view: 'account' }).row;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const stopped = account?.subscriptions?.omega.upgrade ?? true;
  useEffect(() => {
    if (!stopped) navigate(next, { replace: true });
  }, [stopped, next, navigate]);
  if (account === undefined) return <Loading lines={6} />;
  const { limits, subscription } = account;
  // As many organizations as teams.
  const most = { ...limits, organizations: limits.teams };
  const allowed = LIMITED.flatMap((kind) => {
    const count = most[kind] ?? null;
    return count === null ? [] : [t(`upgrade.limits.${kind}`, { count })];
  });
  const goOn = async () => {
    setBusy(true);
    setError(null);
    const outcome = await commands.call('upgradeDismiss', { body: {} });
    if (outcome.ok) return;
    setBusy(false);
    setError(outcome.error);
  };
  return (
    <div className="stack">
      <h1>{t('upgrade.title')}</h1>
      <Notice tone="warn">
        {t('upgrade.text', {
          plan: subscription.plan,
          limits: formatList(allowed, 'conjunction', locale),
        })}
      </Notice>
      <p className="soft">{t('upgrade.how')}</p>
      <FormError error={error} />
      <div className="actions">
        <Button kind="primary" busy={busy} onClick={() => void goOn()}>
          {t('upgrade.goOn')}
        </Button>
      </div>
    </div>
  );
}
