import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AUTH_ROUTES, authPageOf } from '../../domain/routes/auth-routes.ts';
import { to } from '../../domain/routes/routes.ts';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { demo } from '../data/demo.ts';
import { Button } from '../parts/button.tsx';
import { useTitle } from '../parts/title.ts';
import { AccountForm } from './account-form.tsx';
import { authCall } from './client.ts';
import { DemoEntrance } from './demo-entrance.tsx';
import { ExploreDemo } from './explore-demo.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { FormError } from './form-error.tsx';
import { ResetForm } from './reset-form.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { VerifyPage } from './verify-page.tsx';

type State = CallAnswer<'authState'>;
/** A parameter of a mailed link, from the fragment (which no server log sees) or the query. */
function linkParameter(name: string): string {
  const fragment = new URLSearchParams(location.hash.slice(1)).get(name);
  return fragment ?? new URLSearchParams(location.search).get(name) ?? '';
}

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
  const { t } = useTranslation('auth');
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
  const page = authPageOf(location.pathname, state.founding);
  const next = location.search;
  const invitation = linkParameter('invitation');
  const signInLink = <a href={AUTH_ROUTES.signIn + next}>{t('toSignIn')}</a>;
  switch (page) {
    case 'found':
      return (
        <Shell title={t('foundTitle')} intro={t('foundText')}>
          {state.demo === 'none' ? null : <ExploreDemo running={state.demo === 'running'} />}
          <AccountForm kind="found" code={{ needed: state.setup_code_required, given: '' }} />
        </Shell>
      );
    case 'signUp':
      return (
        <Shell title={t('signUpTitle')} links={signInLink}>
          {state.sign_up === 'closed' ? (
            <p className="soft">{t('signUpClosed')}</p>
          ) : (
            <AccountForm
              kind="signUp"
              code={{ needed: state.sign_up === 'invitation', given: invitation }}
            />
          )}
        </Shell>
      );
    case 'forgot':
      return (
        <Shell title={t('forgotTitle')} links={signInLink}>
          <ForgotForm mail={state.mail} />
        </Shell>
      );
    case 'reset':
      return (
        <Shell title={t('resetTitle')} links={<a href={AUTH_ROUTES.forgot}>{t('toForgot')}</a>}>
          <ResetForm token={linkParameter('token')} />
        </Shell>
      );
    case 'verify':
      return (
        <Shell title={t('verifyTitle')}>
          <VerifyPage token={linkParameter('token')} />
        </Shell>
      );
    case 'setUp':
      return (
        <Shell
          title={t('demo.setUp.title')}
          links={
            <a href={to.dashboard()}>{t(demo() === null ? 'toPortal' : 'demo.setUp.toDemo')}</a>
          }
        >
          <SetUpPage back={demo()?.back ?? null} />
        </Shell>
      );
    default:
      if (demo() !== null) {
        return (
          <Shell title={t('demo.enterTitle')} intro={t('demo.enterText')}>
            <DemoEntrance />
          </Shell>
        );
      }
      return (
        <Shell
          title={t('signInTitle')}
          intro={new URLSearchParams(next).has('expired') ? t('expired') : undefined}
          links={
            <>
              <a href={AUTH_ROUTES.forgot + next}>{t('toForgot')}</a>
              {state.sign_up === 'closed' ? null : (
                <a href={AUTH_ROUTES.signUp + next}>{t('toSignUp')}</a>
              )}
            </>
          }
        >
          <SignInForm />
        </Shell>
      );
  }
}

function Shell({
  title,
  intro,
  links,
  children,
}: {
  readonly title: string;
  readonly intro?: string | undefined;
  readonly links?: ReactNode;
  readonly children: ReactNode;
}) {
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
