import type { CallName } from './calls.ts';

/** The calls that wait for a game server or another installation, or work on many servers: a client gives them more time than others. */
export const SLOW_CALLS: ReadonlySet<CallName> = new Set([
  'serverAction',
  'serversTest',
  'serversAdd',
  'serverEdit',
  'serverLogUpload',
  'inviteCreate',
  'inviteAnswer',
  'inviteRevoke',
  'banListRemoteFollow',
]);
