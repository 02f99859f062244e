/** Regexes that take engines that go back for ever, or are large when they are spelled out, and the longest texts for them. */
import { FILTERED_TEXT_MAX } from '../domain/filters/term.ts';
import type { Random } from './random.ts';

/** What made engines that go back take for ever, and what makes programs large. */
const PARTS = [
  'a',
  '.',
  '\\w',
  '\\pL',
  '\\PL',
  '[^b]',
  '\\b',
  '^',
  '$',
  '|',
  'x',
  'ж',
  '(?i)',
  '\\s',
];
const GROUPS = ['(', '(?:', '((', '(|'];
const REPEATS = ['*', '+', '?', '*?', '{2,}', '{99}', '{1,300}', '{0,40}', '{9}', '{20}'];
const TERM_MAX = 32;

/** Grows until it is as long as a term may be. */
export function hostileRegex(random: Random): string {
  const pick = (of: readonly string[]) => random.pick(of) ?? '';
  let regex = pick(PARTS);
  while (regex.length < TERM_MAX) {
    const roll = random.next();
    const next =
      roll < 0.4
        ? `${pick(GROUPS)}${regex}${pick(PARTS)})`.replace(/^\(\((.*)\)$/, '(($1))') + pick(REPEATS)
        : roll < 0.7
          ? regex + pick(PARTS) + pick(REPEATS)
          : pick(PARTS) + regex;
    if (next.length > TERM_MAX) break;
    regex = next;
  }
  return regex;
}

const long = (text: string) => text.repeat(FILTERED_TEXT_MAX).slice(0, FILTERED_TEXT_MAX);
/** Texts as long as any that is looked at. */
export const LONG_TEXTS = [
  long('a'),
  `${long('a').slice(1)}!`,
  long('aж1 '),
  long('ß\u0301'),
  long('\ud83d\ude00'),
];
