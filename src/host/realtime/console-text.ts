/** Lines of the console as those who read it may see them: without passwords, and without who is where. */
import { isIPv6 } from 'node:net';
import { BLOT } from '../../domain/actions/secrets.ts';

/** BattlEye's GUID, SteamID64, the id of Bohemia's account. */
const IDENTIFIER = /\b[0-9a-f]{32}\b|\b7656119\d{10}\b|[\w+/-]{43}=/gi;
const IPV4 =
  /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d)/g;
/** What may be an IPv6 address: no longer than one, so that a long line is read once. */
const IPV6 = /(?<![\w:.])[0-9a-f:.]{3,45}(?![\w:.])/gi;

/** Commands whose first argument is a secret: what follows the name is not shown to anybody. */
const LOGIN = /^(\s*(?:#\s*)?login)\s+\S.*$/i;
/**
 * Settings that are passwords, wherever a line names one: as it is set, asked for, or printed with a whole
 * configuration. What follows is blotted out to the end of its line, since a password may hold anything.
 */
const SETTING =
  /((?:(?:set)?rcon[._]?password|passwordadmin|servercommandpassword|server\.password)["']?(?:[ \t]*[:=][ \t]*|[ \t]+))\S[^\r\n]*/gi;

/** What is said to players is no setting. */
const SAID = /^\s*(?:global\.)?say\s/i;

/** The text without a password that it sets or tells. */
export function withoutPasswords(text: string): string {
  if (SAID.test(text)) return text;
  return text.replace(LOGIN, `$1 ${BLOT}`).replace(SETTING, `$1${BLOT}`);
}

/**
 * The text without addresses and identifiers of players. They are told on `feed-personal` alone, so that
 * permissions choose streams and a console is the same for everybody who reads it.
 */
export function withoutPersonal(text: string): string {
  return text
    .replace(IDENTIFIER, BLOT)
    .replace(IPV6, (found) => {
      const address = found.replace(/(?<!:)[.:]$/, '');
      return isIPv6(address) ? BLOT + found.slice(address.length) : found;
    })
    .replace(IPV4, BLOT);
}

/** What a line of the console says to its readers. */
export function consoleText(text: string): string {
  return withoutPersonal(withoutPasswords(text));
}

/** The data of an event of the log; lines of a console that an earlier version wrote whole, as they are told now. */
export function toldAgain(stream: string, data: unknown): unknown {
  if (!stream.endsWith('/console') || !hasText(data)) return data;
  return { ...data, entry: { ...data.entry, text: consoleText(data.entry.text) } };
}

function hasText(data: unknown): data is { readonly entry: { readonly text: string } } {
  if (typeof data !== 'object' || data === null || !('entry' in data)) return false;
  const { entry } = data;
  return (
    typeof entry === 'object' && entry !== null && 'text' in entry && typeof entry.text === 'string'
  );
}
