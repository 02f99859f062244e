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

/** What is wrong with a term; null where nothing is. */
export function problemOf(term: Term): TermProblem | null {
  const compiled = compileTerm(term);
  return compiled.ok ? null : compiled.problem;
}

/** Without case and accents; figures for letters and letters of other scripts that look alike do not help, either. */
function textMatcher(term: string): (text: string) => boolean {
  const [plain, key] = [fold(term), nameKey(term)];
  return (text) => {
    const looked = cut(text, FILTERED_TEXT_MAX);
    if (plain !== '' && fold(looked).includes(plain)) return true;
    return key.length >= TELLING && nameKey(looked, FILTERED_TEXT_MAX).includes(key);
  };
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
