import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findAuthPage } from '../../domain/routes/find.ts';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { authCall } from '../account/client.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.tsx';
import { useTitle } from '../parts/title.ts';
import { AUTH_SCREENS, type AuthScreen } from './auth-screens.tsx';

type State = CallAnswer<'authState'>;

/** The sign-in site at `/auth`. */
export function AuthSite() {
  const [state, setState] = useState<State | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const load = useCallback(async () => {
    setError(null);
    const answer = await authCall('authState');
    if (answer.ok) setState(answer.value);
    else setError(answer.error);
  }, []);
  useEffect(() => void load(), [load]);
  const { t } = useTranslation(['auth', 'forms']);
  if (state !== null) return <Page state={state} />;
  return (
    <Shell title={t('title')}>
      {error === null ? (
        <span className="skeleton" role="status" aria-label={t('loading', { ns: 'common' })} />
      ) : (
        <>
          <FormError error={error} />
          <Button onClick={() => void load()}>{t('retry', { ns: 'common' })}</Button>
        </>
      )}
    </Shell>
  );
}

function Page({ state }: { readonly state: State }) {
  const { t } = useTranslation('auth');
  const screen = AUTH_SCREENS[findAuthPage(location.pathname, state.founding)];
  const { content, ...around } = screen({ t, state });
  return <Shell {...around}>{content}</Shell>;
}

function Shell({
  title,
  intro,
  links,
  children,
}: Omit<AuthScreen, 'content'> & { readonly children: ReactNode }) {
  const { t } = useTranslation('auth');
  useTitle(title);
  return (
    <main className="auth">
      <div className="auth-brand" aria-hidden="true">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        {t('product', { ns: 'common' })}
      </div>
      <h1>{title}</h1>
      {intro === undefined ? null : <p className="soft">{intro}</p>}
      {children}
      {links === undefined ? null : <div className="auth-links">{links}</div>}
    </main>
  );
}
