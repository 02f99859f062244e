import type { Handler } from '../calls/handler.ts';

export const status: Handler<'status'> = async (_input, { session }) => ({
  session: { expires_at: session?.expiresAt ?? null },
  state: { login: session === null ? 'NOT_LOGGED_IN' : 'LOGGED_IN' },
  user: {
    authenticated: session !== null,
    logged: session !== null,
    muster_id: session?.account.id ?? null,
  },
});
