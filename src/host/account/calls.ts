import { authState } from './auth-state.ts';
import { exploreDemo } from './explore-demo.ts';
import { found } from './found.ts';
import { signUp } from './sign-up.ts';
import { signIn } from './sign-in.ts';
import { forgotPassword } from './forgot-password.ts';
import { resetPassword } from './reset-password.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

/** The calls under `auth`: what the sign-in site does. */
export const accountCalls = {
  authState,
  exploreDemo,
  found,
  signUp,
  signIn,
  forgotPassword,
  resetPassword,
  verifyEmail,
  resendVerification,
};
