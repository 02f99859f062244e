import { z } from 'zod';
import { read, write } from '../call.ts';
import { displayName, email, password, username } from './fields.ts';

/** How accounts come to be after the founding one. */
export const SIGN_UP_MODE = ['open', 'invitation', 'closed'] as const;

const guessing = { max: 20, seconds: 300, by: 'address' } as const;
const done = z.object({ status: z.literal(true) });

/** Where a single-use link or the sign-in site sends the person next: a path of the portal. */
const next = z.object({ status: z.literal(true), next: z.string() });

export const authState = read({
  name: 'auth-state',
  path: '/app/v1/auth/state',
  summary: 'What the sign-in site offers: founding, sign-up, and whether mail is sent.',
  answer: z.object({
    /** No account exists: the first-run page shows. */
    founding: z.boolean(),
    /** The first-run page was reached by an address that is not loopback: it asks for the printed code. */
    setup_code_required: z.boolean(),
    sign_up: z.enum(SIGN_UP_MODE),
    /** Mail goes out by SMTP; otherwise messages wait in the operator's outbox. */
    mail: z.boolean(),
    /** A demo fleet can be looked at from here before there is an account, or is running already. */
    demo: z.enum(['none', 'offered', 'running']),
  }),
  access: 'anyone',
});

export const exploreDemo = write({
  name: 'auth-demo',
  path: '/app/v1/auth/demo',
  summary: 'Start the demo, unless it runs already, and answer its address.',
  body: {},
  answer: z.object({ status: z.literal(true), address: z.url() }),
  errors: ['demo-not-offered', 'demo-not-started'],
  access: 'anyone',
  limit: guessing,
});

export const found = write({
  name: 'auth-found',
  path: '/app/v1/auth/found',
  summary: 'Make the founding account (plan community, does not expire) and sign in.',
  body: {
    username,
    display_name: displayName,
    email,
    password,
    setup_code: z.string().max(64).optional(),
  },
  answer: next,
  errors: ['already-founded', 'setup-code-invalid'],
  access: 'anyone',
  limit: guessing,
});

export const signUp = write({
  name: 'auth-sign-up',
  path: '/app/v1/auth/sign-up',
  summary: 'Make an account and sign in; a verification link is mailed.',
  body: {
    username,
    display_name: displayName,
    email,
    password,
    invitation: z.string().max(128).optional(),
  },
  answer: next,
  errors: ['sign-up-closed', 'invitation-invalid', 'username-taken'],
  access: 'anyone',
  limit: guessing,
});

export const signIn = write({
  name: 'auth-sign-in',
  path: '/app/v1/auth/sign-in',
  summary: 'Sign in with username or e-mail and password.',
  body: {
    /** Username or e-mail address. */
    identifier: z.string().min(1).max(254),
    password: z.string().min(1).max(256),
  },
  answer: next,
  errors: [
    'bad-credentials',
    'locked-out',
    'account-banned',
    'account-terminated',
    'account-disabled',
    'account-in-setup',
    'account-in-setup',
  ],
  access: 'anyone',
  limit: guessing,
});

export const forgotPassword = write({
  name: 'auth-forgot',
  path: '/app/v1/auth/forgot',
  summary: 'Mail a single-use link to set a new password; answers the same for unknown names.',
  body: { identifier: z.string().min(1).max(254) },
  answer: done,
  access: 'anyone',
  limit: { max: 5, seconds: 900, by: 'address' },
});

export const resetPassword = write({
  name: 'auth-reset',
  path: '/app/v1/auth/reset',
  summary: 'Set a new password with the mailed link; every other session of the account ends.',
  body: { token: z.string().min(16).max(256), password },
  answer: next,
  errors: ['link-invalid'],
  access: 'anyone',
  limit: guessing,
});

export const verifyEmail = write({
  name: 'auth-verify',
  path: '/app/v1/auth/verify',
  summary: 'Verify the e-mail address with the mailed link.',
  body: { token: z.string().min(16).max(256) },
  answer: next,
  errors: ['link-invalid'],
  access: 'anyone',
  limit: guessing,
});

export const resendVerification = write({
  name: 'auth-verify-resend',
  path: '/app/v1/auth/verify-resend',
  summary: 'Mail the verification link again.',
  body: {},
  answer: done,
  access: 'signed-in',
  limit: { max: 3, seconds: 900, by: 'account' },
});
