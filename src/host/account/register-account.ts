import type { FastifyInstance } from 'fastify';
import { registerAuthState } from './auth-state.ts';
import type { AccountDeps } from './deps.ts';
import { registerExploreDemo } from './explore-demo.ts';
import { registerForgotPassword } from './forgot-password.ts';
import { registerFound } from './found.ts';
import { registerResetPassword } from './reset-password.ts';
import { registerSignIn } from './sign-in.ts';
import { registerSignUp } from './sign-up.ts';
import { registerVerifyEmail } from './verify-email.ts';

/** The calls under `auth`: what the sign-in site does. */
export function registerAccount(app: FastifyInstance, deps: AccountDeps): void {
  registerAuthState(app, deps);
  registerExploreDemo(app, deps);
  registerFound(app, deps);
  registerSignUp(app, deps);
  registerSignIn(app, deps);
  registerForgotPassword(app, deps);
  registerResetPassword(app, deps);
  registerVerifyEmail(app, deps);
}
