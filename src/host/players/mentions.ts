import { fold } from '../../domain/resources/keys.ts';

/** Shorter names are in too many words to say whom a line is about. */
const TERM_MIN = 3;

/** What tells of a person in texts that are about nobody: their names, identifiers and addresses. Pure. */
export function mentionsOf(terms: readonly string[]): (value: unknown) => boolean {
  const sought = [...new Set(terms.map(fold))].filter(
    (term) => Array.from(term).length >= TERM_MIN,
  );
  const mentions = (value: unknown): boolean => {
    if (typeof value === 'string') {
      const text = fold(value);
      return sought.some((term) => holdsWord(text, term));
    }
    return typeof value === 'object' && value !== null && Object.values(value).some(mentions);
  };
  return mentions;
}

/** What stands before a name in the logs of games, and what after it; folded. */
const BEFORE_NAME = String.raw`(?:["']|\bplayer(?: #\d+|:)? |\bname=|\(\w+\) |\d\d:\d\d:\d\d(?:\.\d+)? )`;
const AFTER_NAME = String.raw`(?:["',:]| \(| - | connect(?:ed|ing)\b| disconnected\b| is losing connection| uses modified| kicked off)`;

/** What tells of a person in the logs of games: identifiers and addresses anywhere, names where a log writes a name. Pure. */
export function loggedAs(
  names: readonly string[],
  identifiers: readonly string[],
): (text: string) => boolean {
  const identified = mentionsOf(identifiers);
  const sought = [...new Set(names.map(fold))].filter(
    (name) => Array.from(name).length >= TERM_MIN,
  );
  if (sought.length === 0) return identified;
  const any = sought.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const named = new RegExp(`${BEFORE_NAME}(?:${any})${AFTER_NAME}`, 'u');
  return (text) => {
    if (identified(text)) return true;
    const folded = fold(text);
    return sought.some((name) => folded.includes(name)) && named.test(folded);
  };
}

/** Whether a text holds another one that is no part of a longer word there. */
function holdsWord(text: string, sought: string): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    // A character may be two units long.
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(end, end + 2);
    if (!/[\p{Letter}\p{Number}]$/u.test(before) && !/^[\p{Letter}\p{Number}]/u.test(after)) {
      return true;
    }
  }
  return false;
}
