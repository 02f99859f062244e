/** Commands as they may be shown and kept: with their names, and without the secrets that follow some of them. */
import { BATTLEYE_COMMANDS } from '../../protocol/games/battleye-commands.ts';
import { RUST_COMMANDS } from '../../protocol/games/rust-commands.ts';
import { readWords, seenText, splitLine } from './command-line.ts';

/** What stands for what is not shown. */
export const BLOT = '••••••';

/** Commands whose words are for people, or name nothing that is secret. */
const OPEN = new Set(
  [...BATTLEYE_COMMANDS, ...RUST_COMMANDS]
    .filter(({ secret, runs }) => secret !== true && runs !== true)
    .map(({ name }) => name.toLowerCase()),
);
/** Where the name of a secret ends, of the games or of any plugin, whatever is written right behind it. */
const SECRET =
  /passwordadmin|password|passwd|pass|secret|token|api[._]?key|(?<![a-z])login?(?![a-z])/i;

/**
 * A command without what is secret in it. All that follows is taken for it, to the end of the line: a secret may hold
 * anything.
 */
export function shownCommand(text: string): string {
  const parts = splitLine(text, true);
  for (const [at, part] of parts.entries()) {
    const { sigil, name, clean } = readWords(part);
    if (clean && OPEN.has(`${sigil}${name}`)) continue;
    const seen = seenText(part);
    const found = SECRET.exec(seen);
    const end = found === null ? seen.length : found.index + found[0].length;
    const follows = at < parts.length - 1 || /[^\s"':=]/.test(seen.slice(end));
    if (found !== null && follows) {
      return [...parts.slice(0, at), `${seen.slice(0, end)} ${BLOT}`].join(';');
    }
  }
  return text;
}
