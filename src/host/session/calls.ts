import { bootstrap } from './bootstrap.ts';
import { session } from './session-data.ts';
import { logout } from './logout.ts';
import type { Handler } from '../calls/handler.ts';
import { issueAcsrfToken } from '../identity/acsrf.ts';

const acsrfToken: Handler<'acsrfToken'> = async (_input, { client, secrets }) => ({
  acsrf_token: issueAcsrfToken(secrets, client.binding()),
});

const status: Handler<'status'> = async (_input, { session }) => ({
  session: { expires_at: session?.expiresAt ?? null },
  state: { login: session === null ? 'NOT_LOGGED_IN' : 'LOGGED_IN' },
  user: {
    authenticated: session !== null,
    logged: session !== null,
    muster_id: session?.account.id ?? null,
  },
});

/** The calls under `@me`. */
export const sessionCalls = {
  status,
  bootstrap,
  session,
  acsrfToken,
  logout,
};
