import { ACCOUNT_TITLE, type AccountTitleName } from '../../protocol/enumerations.ts';

/** The titles of an account, in the protocol's order. */
export function titlesOf(stored: readonly string[]): AccountTitleName[] {
  return ACCOUNT_TITLE.filter((title) => stored.includes(title));
}
