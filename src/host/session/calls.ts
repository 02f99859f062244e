import { bootstrap } from './bootstrap.ts';
import { session } from './session-data.ts';
import { logout } from './logout.ts';
import { change } from '../change/change.ts';
import type { Handler } from '../calls/handler.ts';
import { issueAcsrfToken } from '../identity/acsrf.ts';

const acsrfToken: Handler<'acsrfToken'> = async (_input, { client, secrets }) => ({
  acsrf_token: issueAcsrfToken(secrets, client.binding()),
});

const status: Handler<'status'> = async (_input, { session, client }) => {
  const inSetup = session === null && (await client.inSetup());
  const login = inSetup ? 'IN_SETUP' : session === null ? 'NOT_LOGGED_IN' : 'LOGGED_IN';
  return {
    session: { expires_at: session?.expiresAt ?? null },
    state: { login },
    user: {
      authenticated: session !== null,
      logged: session !== null || inSetup,
      muster_id: session?.account.id ?? null,
    },
  };
};

/** `POST @me/upgrade/dismiss`: in all tabs. */
const upgradeDismiss: Handler<'upgradeDismiss'> = async (_input, context) => {
  const { id } = context.account;
  await change(context, async (made) => {
    const { numUpdatedRows } = await made.trx
      .updateTable('accounts')
      .set({ upgrade_from: null })
      .where('id', '=', id)
      .where('upgrade_from', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) made.tellAccount(id, 'subscription');
  });
  return { status: true };
};

/** The calls under `@me`. */
export const sessionCalls = {
  status,
  bootstrap,
  session,
  acsrfToken,
  logout,
  upgradeDismiss,
};
