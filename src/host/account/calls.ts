import { found } from './found.ts';
import { signUp } from './sign-up.ts';
import { signIn } from './sign-in.ts';
import { forgotPassword } from './forgot-password.ts';
import { resetPassword } from './reset-password.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';
import type { Handler } from '../calls/handler.ts';
import type { AccountDeps } from './deps.ts';
import { isFounded } from './founding.ts';
import { HostError } from '../calls/host-error.ts';

/** `POST auth/demo`: only before there is an account, and only for somebody at this machine. */
const exploreDemo: Handler<'exploreDemo', AccountDeps> = async (_input, context) => {
  const { db, client, log } = context;
  const { offeredDemo: demo } = context;
  if (demo === null || !client.local || (await isFounded(db))) {
    throw new HostError('demo-not-offered', 'The demo is not offered here.');
  }
  try {
    return { status: true, address: await demo.open() };
  } catch (error) {
    log.error({ err: error }, 'the demo could not be started');
    throw new HostError('demo-not-started', 'The demo did not start. The log says why.', {
      cause: error,
    });
  }
};

const authState: Handler<'authState', AccountDeps> = async (
  _input,
  { db, client, offeredDemo, settings },
) => {
  const founding = !(await isFounded(db));
  const demo = founding && client.local ? offeredDemo : null;
  return {
    founding,
    setup_code_required: founding && !client.local,
    sign_up: settings.signUp,
    mail: settings.smtpUrl !== undefined,
    demo: demo === null ? 'none' : demo.running ? 'running' : 'offered',
  };
};

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
