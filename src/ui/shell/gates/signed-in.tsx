import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOne, useWorkerState } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { forgetDrafts, keepDraftsOf } from '../../parts/kept-draft.ts';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { to } from '../../routes.ts';
import { ReloadsItself } from '../reloading/reloads-itself.tsx';
import { ReloadButton, useOutdated } from './outdated.tsx';

/**
 * The global guard: whoever is not signed in, or whose session has expired, goes to the sign-in site
 * and comes back. A stored account that has not expired shows its last known rows at once.
 * `unattended`: nobody is there to press a button, and what was shown once stays through a new worker.
 */
export function SignedIn({
  children,
  unattended = false,
}: {
  readonly children: ReactNode;
  readonly unattended?: boolean;
}) {
  const { t } = useTranslation('frame');
  const worker = useWorkerState();
  const account = useOne({ view: 'account' });
  const link = useOne({ view: 'link' });
  const connection = link.row?.connection;
  const signedOut = connection?.kind === 'signed-out';
  const expired = signedOut && connection.reason === 'expired';
  const left = signedOut && connection.reason === 'signed-out';

  const outdated = useOutdated();
  const [stays, setStays] = useState(false);
  if (unattended && !stays && account.row !== undefined && !signedOut) setStays(true);

  useEffect(() => {
    if (!signedOut) return;
    if (left) forgetDrafts();
    location.replace(to.signIn(location.pathname + location.search, expired));
  }, [signedOut, expired, left]);

  if (worker.kind === 'unsupported') {
    return (
      <main className="lonely">
        <Notice tone="bad">{t(`unsupported.${worker.missing}`)}</Notice>
      </main>
    );
  }
  // Before the pages below read theirs; only the first time for an account does it anything.
  if (account.row !== undefined && !signedOut) keepDraftsOf(account.row.muster_id);
  const shown = (account.row !== undefined || stays) && !signedOut;
  // What is shown says it itself: what was typed there can still be copied, and a wall reloads.
  if (worker.kind === 'replaced' || (outdated && !shown)) {
    if (unattended) return <ReloadsItself />;
    return (
      <main className="lonely">
        <Notice tone="warn">{t('replaced')}</Notice>
        <ReloadButton />
      </main>
    );
  }
  if (shown) return children;
  if (connection?.kind === 'lost' || connection?.kind === 'refused') {
    return (
      <main className="lonely">
        <Notice tone="bad">{t('unreachable', { ns: 'errors' })}</Notice>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('retry', { ns: 'common' })}
        </Button>
      </main>
    );
  }
  return (
    <main className="lonely">
      <Loading />
    </main>
  );
}
