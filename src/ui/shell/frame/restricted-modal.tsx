import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { modalDue } from '../../../domain/account/restricted-modal.ts';
import { useMinute } from '../../data/clock.ts';
import { useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';

const KEY = 'muster-restricted-acknowledged';

/** Says that the account is restricted, with each page until it is acknowledged, and again some hours later. */
export function RestrictedModal() {
  const { t } = useTranslation('plans');
  const [path] = useLocation();
  const account = useOne({ view: 'account' }, ['muster_id', 'subscription']).row;
  const restricted = account?.subscription.restricted === true;
  const [asked, setAsked] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const now = useMinute();
  const at = restricted ? `${account.muster_id} ${path}` : null;
  if (at !== asked) {
    setAsked(at);
    setOpen(account !== undefined && modalDue(restricted, read(account.muster_id), now));
  }
  const acknowledge = () => {
    setOpen(false);
    if (account === undefined) return;
    localStorage.setItem(KEY, JSON.stringify({ of: account.muster_id, at: now }));
  };
  return (
    <Dialog
      open={open}
      onClose={acknowledge}
      title={t('restricted.title')}
      actions={
        <Button kind="primary" onClick={acknowledge}>
          {t('restricted.ok')}
        </Button>
      }
    >
      <p>{t('restricted.text')}</p>
    </Dialog>
  );
}

/** When this account acknowledged it last in this browser; null: never. */
function read(musterId: string): number | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      of: string;
      at: number;
    } | null;
    return kept?.of === musterId && typeof kept.at === 'number' ? kept.at : null;
  } catch {
    return null;
  }
}
