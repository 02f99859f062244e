import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { guard } from '../../../domain/routes/guard.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useConnectionState, useOne, useWorkerState } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { forgetDrafts, keepDraftsOf } from '../../parts/kept-draft.ts';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ReloadsItself } from '../reloading/reloads-itself.tsx';
import { ReloadButton, useOutdated } from './outdated.tsx';

/**
 * The guard of a page (`domain/routes/guard.ts`): whoever signs in again goes to the sign-in site and comes back.
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
  const account = useOne({ view: 'account' }).row;
  const connection = useConnectionState();
  const outdated = useOutdated();
  const [stays, setStays] = useState(false);
  const known = account !== undefined || stays;
  const guarded = guard({ worker: worker.kind, connection: connection?.kind, outdated, known });
  if (unattended && !stays && guarded === 'shown') setStays(true);
  const signedOut = connection?.kind === 'signed-out';
  const expired = signedOut && connection.reason === 'expired';
  const left = signedOut && connection.reason === 'signed-out';

  useEffect(() => {
    if (!signedOut) return;
    if (left) forgetDrafts();
    location.replace(to.signIn(location.pathname + location.search, expired));
  }, [signedOut, expired, left]);

  const me = account?.muster_id;
  const [first, setFirst] = useState(me);
  if (first === undefined && me !== undefined) setFirst(me);
  const other = first !== undefined && me !== undefined && me !== first;
  useEffect(() => {
    // What a page holds of one account is nothing for another.
    if (other) location.reload();
  }, [other]);

  // Before the pages below read theirs; only the first time for an account does it anything.
  if (account !== undefined && !signedOut) keepDraftsOf(account.muster_id);
  if (guarded === 'shown') return children;
  if (guarded === 'outdated' && unattended) return <ReloadsItself />;
  return (
    <main className="lonely">
      {worker.kind === 'unsupported' ? (
        <Notice tone="bad">{t(`unsupported.${worker.missing}`)}</Notice>
      ) : null}
      {guarded === 'outdated' ? (
        <>
          <Notice tone="warn">{t('replaced')}</Notice>
          <ReloadButton />
        </>
      ) : null}
      {guarded === 'unreachable' ? (
        <>
          <Notice tone="bad">{t('unreachable')}</Notice>
          <Button kind="primary" onClick={() => location.reload()}>
            {t('retry', { ns: 'common' })}
          </Button>
        </>
      ) : null}
      {guarded === 'loading' || guarded === 'sign-in' ? <Loading /> : null}
    </main>
  );
}
