/** A word of an expression; `at` is where it begins. */
export type Token = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'sign'; readonly value: string }
  | { readonly kind: 'end'; readonly value: '' }
);

/** An expression that cannot be read; `at` is where. */
export class ExpressionError extends Error {
  readonly kind = 'expression';
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const MOST_CHARACTERS = 2_000;
const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<text>"[^"]*"|'[^']*')|(?<name>[A-Za-z_]\w*)|(?<sign>!=|<=|>=|[=<>+\-*()[\].,]))/y;

/** The words of an expression; an `end` is the last. Throws `ExpressionError`. */
export function tokensOf(text: string): readonly Token[] {
  if (text.length > MOST_CHARACTERS) {
    throw new ExpressionError(`It is longer than ${MOST_CHARACTERS} characters.`, MOST_CHARACTERS);
  }
  const tokens: Token[] = [];
  const last = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < last) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match?.groups === undefined) {
      const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      throw new ExpressionError(`'${text[at] ?? ''}' means nothing here.`, at);
    }
    const { number, text: quoted, name, sign = '' } = match.groups;
    const at = TOKEN.lastIndex - match[0].trimStart().length;
    if (number !== undefined) tokens.push({ kind: 'number', value: Number(number), at });
    else if (quoted !== undefined) tokens.push({ kind: 'text', value: quoted.slice(1, -1), at });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name, at });
    else tokens.push({ kind: 'sign', value: sign, at });
  }
  tokens.push({ kind: 'end', value: '', at: last });
  return tokens;
}
