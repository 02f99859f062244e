/** Which account's card is open, in the address of whatever page one is on. */
import { navigate } from 'wouter/use-browser-location';
import { addressOf, pattern, withParameter } from '../addresses/parameters.ts';

const PARAMETER = 'account';
const FORM = /^(?:([0-9a-f]{24})\.)?([0-9a-f]{24})$/;
const ADDRESS = addressOf({ account: pattern(PARAMETER, FORM) });

/** An account, as seen from a server or, with null, from the host. */
export interface AccountRef {
  readonly serverId: string | null;
  readonly id: string;
}

/** Which account an address names; null: none. */
export function readAccount(search: string): AccountRef | null {
  const found = FORM.exec(ADDRESS.read(search).account ?? '');
  return found === null ? null : { serverId: found[1] ?? null, id: found[2] ?? '' };
}

/** Opens an account's card over the page that one is on, or closes it with null. */
export function showAccount(account: AccountRef | null): void {
  const value =
    account === null
      ? null
      : account.serverId === null
        ? account.id
        : `${account.serverId}.${account.id}`;
  const search = withParameter(location.search, PARAMETER, value);
  navigate(location.pathname + search + location.hash, { replace: true });
}
