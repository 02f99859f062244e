import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { AUTH_ROUTES, to, type AuthRouteName } from '../../domain/routes/routes.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { AccountForm } from '../account/account-form.tsx';
import { SIGN_IN } from '../account/address.ts';
import { Invited } from '../account/invited.tsx';
import { DemoEntrance } from '../account/demo-entrance.tsx';
import { ExploreDemo } from '../account/explore-demo.tsx';
import { ForgotForm } from '../account/forgot-form.tsx';
import { ResetForm } from '../account/reset-form.tsx';
import { SetUpPage } from '../account/set-up-page.tsx';
import { SignInForm } from '../account/sign-in-form.tsx';
import { VerifyPage } from '../account/verify-page.tsx';
import { demo } from '../data/demo.ts';
import { linkParameter } from '../parts/addresses/link-parameter.ts';

export interface AuthScreen {
  readonly title: string;
  readonly intro?: string | undefined;
  /** Where else one may want to go. */
  readonly links?: ReactNode;
  readonly content: ReactNode;
}

interface Asked {
  readonly t: TFunction<'auth'>;
  /** What the host says of itself. */
  readonly state: CallAnswer<'authState'>;
}

/** What each page of the sign-in site shows. */
export const AUTH_SCREENS: Readonly<Record<AuthRouteName | 'found', (asked: Asked) => AuthScreen>> =
  {
    found: ({ t, state }) => ({
      title: t('foundTitle'),
      intro: t('foundText'),
      content: (
        <>
          {state.demo === 'none' ? null : <ExploreDemo running={state.demo === 'running'} />}
          <AccountForm kind="found" code={{ needed: state.setup_code_required, given: '' }} />
        </>
      ),
    }),
    signUp: ({ t, state }) => ({
      title: t('signUpTitle'),
      links: toSignIn(t),
      content:
        state.sign_up === 'closed' ? (
          <p className="soft">{t('signUpClosed')}</p>
        ) : (
          <>
            <Invited token={linkParameter('invitation')} />
            <AccountForm
              kind="signUp"
              code={{
                needed: state.sign_up === 'invitation' || linkParameter('invitation') !== '',
                given: linkParameter('invitation'),
              }}
            />
          </>
        ),
    }),
    forgot: ({ t, state }) => ({
      title: t('forgotTitle'),
      links: toSignIn(t),
      content: <ForgotForm mail={state.mail} />,
    }),
    reset: ({ t }) => ({
      title: t('resetTitle'),
      links: <a href={AUTH_ROUTES.forgot.path}>{t('toForgot')}</a>,
      content: <ResetForm token={linkParameter('token')} />,
    }),
    verify: ({ t }) => ({
      title: t('verifyTitle'),
      content: <VerifyPage token={linkParameter('token')} />,
    }),
    setUp: ({ t }) => ({
      title: t('demo.setUp.title'),
      links: <a href={to.dashboard()}>{t(demo() === null ? 'toPortal' : 'demo.setUp.toDemo')}</a>,
      content: <SetUpPage back={demo()?.back ?? null} />,
    }),
    signIn: (asked) => (demo() === null ? signIn(asked) : enterDemo(asked)),
  };

function signIn({ t, state }: Asked): AuthScreen {
  const next = location.search;
  return {
    title: t('signInTitle'),
    intro: SIGN_IN.read(next).expired ? t('expired') : undefined,
    links: (
      <>
        <a href={AUTH_ROUTES.forgot.path + next}>{t('toForgot')}</a>
        {state.sign_up === 'closed' ? null : (
          <a href={AUTH_ROUTES.signUp.path + next}>{t('toSignUp')}</a>
        )}
      </>
    ),
    content: <SignInForm />,
  };
}

function enterDemo({ t }: Asked): AuthScreen {
  return { title: t('demo.enterTitle'), intro: t('demo.enterText'), content: <DemoEntrance /> };
}

/** Back to signing in, with where the person wanted to go. */
function toSignIn(t: Asked['t']): ReactNode {
  return <a href={AUTH_ROUTES.signIn.path + location.search + location.hash}>{t('toSignIn')}</a>;
}
