import { wordsOf } from './match.ts';

const LOOKS_LIKE = [
  // A SteamID64 or a BattlEye GUID: digits among at most 32 of 0 to f.
  /^(?=.*\d)[0-9a-f]{6,32}$/,
  /^\d{1,3}\.\d{1,3}\.[\d.]{0,7}$/,
  /^[0-9a-f]{1,4}:[0-9a-f:.]{2,40}$/,
  // Bohemia's: base 64 of 32 bytes.
  /^[a-z0-9+/_-]{20,44}={0,2}$/,
];

/** What was typed, where it is one word that looks like the beginning of an identifier or an address; or null. */
export function identifierIn(text: string): string | null {
  const [only, ...more] = wordsOf(text);
  if (only === undefined || more.length > 0) return null;
  return LOOKS_LIKE.some((looks) => looks.test(only)) ? only : null;
}
