import type { Handler } from '../calls/handler.ts';
import { subscriberOf } from '../access/plan.ts';
import { ACCOUNT_TITLE, type AccountTitleName } from '../../protocol/enumerations.ts';

export const bootstrap: Handler<'bootstrap'> = async (
  _input,
  { account: { id }, db, now, settings },
) => {
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    persona: { muster_id: id },
    progression: {
      titles: titlesOf(account.titles),
      registered_at: account.created_at,
      email_verified: account.email_verified_at !== null,
    },
    subscriber: subscriberOf(account, settings, now),
  };
};

/** The titles of an account, in the protocol's order. */
function titlesOf(stored: readonly string[]): AccountTitleName[] {
  return ACCOUNT_TITLE.filter((title) => stored.includes(title));
}
