/** How a line for a console is cut into commands and words, whatever stands in it that nobody sees. */

/** What ends a command for some reader of lines. */
const LINE_END = /[\r\n\v\f\0\u0085\u2028\u2029]+/;
/** What nobody sees, and some readers leave out. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A command as it is written. */
export interface CommandWords {
  /** `#`, none, or, where another sign stands there, that. */
  readonly sigil: string;
  /** In small letters. */
  readonly name: string;
  readonly rest: string;
  /** Whether sign and name stand there as they were read: nothing unseen in them, a blank or the end behind them. */
  readonly clean: boolean;
  /** What follows the name; what stands in quotes is one. */
  readonly words: readonly string[];
}

/** The commands of a line; `semicolons`: these may part them, outside quotes. Empty ones are left out. */
export function splitLine(text: string, semicolons: boolean): readonly string[] {
  const lines = text.split(LINE_END);
  const parts = semicolons ? lines.flatMap(splitAtSemicolons) : lines;
  return parts.filter((part) => part.trim() !== '');
}

function splitAtSemicolons(line: string): readonly string[] {
  // Quotes that do not close, or are escaped, protect nothing.
  const quotes = line.split('"').length - 1;
  if (quotes % 2 === 1 || line.includes('\\"')) return line.split(';');
  return [...line.matchAll(/(?:"[^"]*"|[^;"])+/g)].map(([part]) => part);
}

/** A command as people see it: without what nobody sees, and its signs as they are usually written. */
export function seenText(part: string): string {
  return part.replaceAll('\t', ' ').replaceAll(UNSEEN, '').normalize('NFKC').trim();
}

/** Reads a command. */
export function readWords(part: string): CommandWords {
  const written = part.replaceAll(/^[ \t]+/g, '');
  const text = seenText(part);
  const [, sign = '', before = '', rest = ''] =
    /^([^\p{L}\p{N}]*)([\p{L}\p{N}_.]*)(.*)$/su.exec(text) ?? [];
  const sigil = sign.trimEnd();
  const name = before.toLowerCase().replace(/^global\./, '');
  const clean =
    (sign === '' || sign === '#') &&
    /^[a-z0-9_.]+$/.test(name) &&
    written.startsWith(sign + before) &&
    /^(?:[ \t]|$)/.test(written.slice(sign.length + before.length));
  return { sigil, name, rest: rest.trim(), clean, words: wordsOf(rest) };
}

function wordsOf(rest: string): readonly string[] {
  return [...rest.matchAll(/"([^"]*)(?:"|$)|([^\s"]+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
