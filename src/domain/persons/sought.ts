/** What somebody types to find a person, as what it may be read. */
import type { PlayerIdentifier } from '../../protocol/enumerations.ts';
import { nameKey } from '../players/name-key.ts';

/** `id`: of a player or an account. `ip`: an address, or the first parts of one. The others are whole. */
export interface Sought {
  readonly id: string | null;
  readonly identifiers: readonly { readonly kind: PlayerIdentifier; readonly value: string }[];
  /** What a display name is; null: it can be none. */
  readonly account: string | null;
  /** The words of a name, as `nameKey` has them; none: it can be no name. */
  readonly words: readonly string[];
  /** The whole of it. */
  readonly key: string;
  /** It is in so many names that those alone are found by it which are it. */
  readonly onlyWhole: boolean;
}

const ID = /^[0-9a-f]{24}$/;
const STEAM_ID = /^7656119\d{10}$/;
const GUID = /^[0-9a-f]{32}$/;
const BOHEMIA_ID = /^[A-Za-z0-9+/_-]{43}=?$/;
/** Two parts at least: fewer are in too many. */
const IPV4 = /^\d{1,3}\.\d{1,3}(\.\d{0,3}){0,2}$/;
const IPV6 = /^[0-9a-f]{1,4}:[0-9a-f:.]{2,40}$/;

/** Everything that a text may mean. */
export function soughtBy(text: string): Sought {
  const typed = text.trim();
  const lower = typed.toLowerCase();
  const key = nameKey(typed);
  const identifiers: Sought['identifiers'][number][] = [];
  if (STEAM_ID.test(typed)) identifiers.push({ kind: 'steam_id', value: typed });
  if (GUID.test(lower)) identifiers.push({ kind: 'guid', value: lower });
  if (BOHEMIA_ID.test(typed)) identifiers.push({ kind: 'bohemia_id', value: typed });
  if (IPV4.test(lower) || IPV6.test(lower)) identifiers.push({ kind: 'ip', value: lower });
  return {
    id: ID.test(lower) ? lower : null,
    identifiers,
    account: /^[A-Za-z0-9]{3,18}$/.test(typed) ? lower : null,
    words: key === '' ? [] : [...new Set(key.split(' '))],
    key,
    onlyWhole: Array.from(key).length === 1,
  };
}
