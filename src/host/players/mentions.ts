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
