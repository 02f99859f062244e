/**
 * The term of a filter, made ready to be asked. Whoever writes one may be hostile, and so may whoever is asked about: a regex
 * runs by RE2, whose time grows with the text alone, and its size and the text's are bounded.
 */
import { RE2JS } from 're2js';
import type { TERM_KIND } from '../../protocol/buckets/limits.ts';
import { nameKey } from '../players/name-key.ts';
import { cut, fold } from '../resources/keys.ts';

/** `text`: it is in a name or a line, however it is written; `regex`: of RE2, without case. */
export type TermKind = (typeof TERM_KIND)[number];

export interface Term {
  readonly kind: TermKind;
  readonly term: string;
}

/** Why a regex is refused: RE2 does not read it (nor what needs going back, as `\1`), or it is too large when spelled out. */
export type TermProblem = 'invalid-regex' | 'regex-too-large';

export type CompiledTerm =
  | { readonly ok: true; readonly matches: (text: string) => boolean }
  | { readonly ok: false; readonly problem: TermProblem };

/** Of a longer text the beginning is looked at: no game shows a longer name or line of chat. */
export const FILTERED_TEXT_MAX = 256;
/** Instructions of a regex, with repetitions spelled out: what is larger takes more than some milliseconds a text. */
const PROGRAM_MAX = 100;
/** Shorter keys are in too many texts: those are looked for as they are written. */
const TELLING = 3;

export function compileTerm({ kind, term }: Term): CompiledTerm {
  return kind === 'text' ? { ok: true, matches: textMatcher(term) } : compileRegex(term);
}

/** Whether any of some terms finds a text, which is read once for all of them; what is no regex finds nothing. */
export function anyMatches(terms: readonly Term[]): (text: string) => boolean {
  const texts = terms.flatMap(({ kind, term }) => (kind === 'text' ? [keysOf(term)] : []));
  const regexes = terms.flatMap(({ kind, term }) => {
    const compiled = kind === 'text' ? null : compileRegex(term);
    return compiled?.ok === true ? [compiled.matches] : [];
  });
  return (text) => {
    const looked = cut(text, FILTERED_TEXT_MAX);
    const [plain, key] = [fold(looked), nameKey(looked, FILTERED_TEXT_MAX)];
    return (
      texts.some((one) => finds(one, plain, () => key)) || regexes.some((matches) => matches(text))
    );
  };
}

/** What is wrong with a term; null where nothing is. */
export function problemOf(term: Term): TermProblem | null {
  const compiled = compileTerm(term);
  return compiled.ok ? null : compiled.problem;
}

/** Without case and accents; figures for letters and letters of other scripts that look alike do not help, either. */
function textMatcher(term: string): (text: string) => boolean {
  const keys = keysOf(term);
  return (text) => {
    const looked = cut(text, FILTERED_TEXT_MAX);
    return finds(keys, fold(looked), () => nameKey(looked, FILTERED_TEXT_MAX));
  };
}

function keysOf(term: string) {
  return { plain: fold(term), key: nameKey(term) };
}

function finds(
  { plain, key }: ReturnType<typeof keysOf>,
  text: string,
  textKey: () => string,
): boolean {
  if (plain !== '' && text.includes(plain)) return true;
  return key.length >= TELLING && textKey().includes(key);
}

function compileRegex(term: string): CompiledTerm {
  try {
    const regex = RE2JS.compile(term, RE2JS.CASE_INSENSITIVE);
    if (regex.programSize() > PROGRAM_MAX) return { ok: false, problem: 'regex-too-large' };
    return { ok: true, matches: (text) => regex.test(cut(text, FILTERED_TEXT_MAX)) };
  } catch {
    return { ok: false, problem: 'invalid-regex' };
  }
}
