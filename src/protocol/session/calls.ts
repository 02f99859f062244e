import { z } from 'zod';
import { read, write } from '../call.ts';
import { bootstrapAnswer, sessionData, statusAnswer } from './fields.ts';

export const status = read({
  name: 'status',
  path: '/app/v1/@me/status',
  summary: 'Whether this browser is signed in, and until when.',
  answer: statusAnswer,
  access: 'anyone',
});

export const bootstrap = read({
  name: 'bootstrap',
  path: '/app/v1/@me/bootstrap',
  summary: 'Name, progress and plan of the account.',
  answer: bootstrapAnswer,
  access: 'signed-in',
});

export const session = read({
  name: 'session',
  path: '/app/v1/@me/session',
  summary: 'The account that is signed in, what it may do, and its settings.',
  answer: sessionData,
  access: 'signed-in',
});

export const acsrfTokenCall = read({
  name: 'acsrf-token',
  path: '/app/v1/@me/acsrf-token',
  summary: 'The token that every request of this browser that changes something must carry.',
  answer: z.object({ acsrf_token: z.string() }),
  access: 'anyone',
});

export const logout = write({
  name: 'logout',
  path: '/app/v1/@me/logout',
  summary: 'End the session, in all tabs of this browser.',
  body: {},
  answer: z.object({ status: z.literal(true) }),
  access: 'anyone',
});

export const upgradeDismiss = write({
  name: 'upgrade-dismiss',
  path: '/app/v1/@me/upgrade/dismiss',
  summary: 'Put aside that the plan stopped the account; it is said again when it stops it again.',
  body: {},
  answer: z.object({ status: z.literal(true) }),
  errors: ['not-signed-in'],
  access: 'signed-in',
});
