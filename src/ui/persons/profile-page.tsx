import './persons.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { ButtonLink } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useTitle } from '../parts/title.ts';
import { useCall } from '../parts/use-call.ts';
import { Profile } from './profile.tsx';
import { useRights } from './use-rights.ts';

const ID = /^[0-9a-f]{24}$/;
const ACCOUNT = ['muster_id'] as const;

function Own() {
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  return me === undefined ? <Loading /> : <Redirect to={to.profile(me)} replace />;
}

/**
 * `/profile/:muster_id`; what is no id is looked up, and leads to the one whom it means, or to the dashboard. Without any,
 * it leads to one's own.
 */
export function ProfilePage({ asked }: { readonly asked: string | null }) {
  if (asked === null) return <Own />;
  return ID.test(asked) ? <Known id={asked} /> : <Resolved asked={asked} />;
}

function Resolved({ asked }: { readonly asked: string }) {
  const { answer, error, reload } = useCall('userResolve', {
    query: { identifier: decoded(asked) },
  });
  if (answer !== null) return <Redirect to={to.profile(answer.muster_id)} replace />;
  if (error === null) return <Loading />;
  if (error.kind !== 'problem') return <CallError error={error} onRetry={reload} />;
  return <Redirect to={to.dashboard()} replace />;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function Known({ id }: { readonly id: string }) {
  const { t } = useTranslation('persons');
  const places = useOne({ view: 'account' }, ACCOUNT).ready;
  const { answer, error, reload } = useCall(
    'personProfile',
    places ? { params: { muster_id: id } } : null,
    useRights(),
  );
  const muster_id = answer?.muster_id ?? id;
  // Ids that were joined lead on to the one that stays.
  useEffect(() => {
    if (muster_id !== id) navigate(to.profile(muster_id, location.search), { replace: true });
  }, [muster_id, id]);
  // Who may not be seen any more is not, whatever was answered before.
  const isNobody = error?.kind === 'problem' && error.problem.code === 'not-found';
  if (!isNobody) {
    if (answer !== null) return <Profile profile={answer} reload={reload} />;
    if (error !== null) return <CallError error={error} onRetry={reload} />;
    return <Loading lines={10} />;
  }
  return (
    <div className="stack">
      <Nobody />
      <p>{t('nobody.text')}</p>
      <p>
        <ButtonLink href={to.search()}>{t('nobody.action')}</ButtonLink>
      </p>
    </div>
  );
}

function Nobody() {
  const { t } = useTranslation('persons');
  useTitle(t('nobody.title'));
  return <h1>{t('nobody.title')}</h1>;
}
