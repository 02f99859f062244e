import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold, match, wordsOf } from './match.ts';

const text = fc.oneof(
  fc.string({ maxLength: 24 }),
  fc.string({ unit: 'grapheme', maxLength: 16 }),
  fc.constantFrom('Chernarus Evenings 1', 'Çetin İNCİ', 'Ünïted ÑANDÚ', 'Ивановский', '👩‍🚀 Straße'),
);
const query = fc.oneof(
  text,
  fc.string({ unit: fc.constantFrom('a', 'e', 'n', 'r', ' ', '1'), maxLength: 6 }),
);

it.each([
  ['cetin', 'Çetin İNCİ'],
  ['UNITED', 'Ünïted ÑANDÚ'],
  ['ünited', 'United'],
])('accents and case tell nothing apart: %s finds %s', (typed, one) => {
  const [length] = wordsOf(typed).map((word) => word.length);
  expect(match(one, wordsOf(typed))?.ranges).toEqual([[0, length]]);
});

it('folding keeps every place', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(fold(one)).toHaveLength(one.length);
    }),
  );
});

it('what is marked is in the text, in order, apart, and spells what was typed', () => {
  fc.assert(
    fc.property(text, query, (one, typed) => {
      const words = wordsOf(typed);
      const found = match(one, words);
      if (found === null) return;
      let last = -1;
      for (const [from, to] of found.ranges) {
        expect(from).toBeGreaterThan(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(one.length);
        last = to;
      }
      const marked = found.ranges.map(([from, to]) => fold(one).slice(from, to)).join('');
      for (const word of words) for (const sign of word) expect(marked).toContain(sign);
    }),
  );
});

it('a text is found by all of it, and nothing beats it', () => {
  fc.assert(
    fc.property(text, query, (one, typed) => {
      fc.pre(wordsOf(one).length === 1);
      const whole = match(one, wordsOf(one));
      expect(whole).not.toBeNull();
      const other = match(one, wordsOf(typed));
      if (other !== null) expect(other.score).toBeLessThanOrEqual(whole?.score ?? 0);
    }),
  );
});

it('another word never finds what fewer did not', () => {
  fc.assert(
    fc.property(text, query, query, (one, typed, more) => {
      if (match(one, wordsOf(typed)) !== null) return;
      expect(match(one, wordsOf(`${typed} ${more}`))).toBeNull();
    }),
  );
});

it.each([
  ['che', 'Chernarus 1', 'Old Chernarus'],
  ['ch1', 'Chernarus 1', 'Chernarus 21 of 9'],
  ['evenings', 'Chernarus Evenings', 'Sevenings'],
  ['even', 'Chernarus Evenings', 'Seven'],
  ['1', 'Rust 1', 'Rust 21'],
])('%s finds "%s" before "%s"', (typed, better, worse) => {
  const score = (one: string) => match(one, wordsOf(typed))?.score ?? 0;
  expect(score(better)).toBeGreaterThan(score(worse));
});

it('letters that stand closer together are found before those that stand further apart', () => {
  const score = (one: string) => match(one, ['ab'])?.score ?? 0;
  expect(score('a-b--')).toBeGreaterThan(score('a---b'));
});

it('words are marked in the order in which they stand, however they were typed', () => {
  expect(match('abc def', ['def', 'ab'])?.ranges).toEqual([
    [0, 2],
    [4, 7],
  ]);
});

it('letters that stand apart are marked where they first do, each in a place of its own', () => {
  expect(match('a-b.b', ['ab'])?.ranges).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(match('o-o', ['oo'])?.ranges).toEqual([
    [0, 1],
    [2, 3],
  ]);
});
