import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cut, fold, gramsOf, holds, isShort } from './keys.ts';

it('a text is found by each three characters and by how its words begin, and by nothing within a word', () => {
  const grams = [' A', ' Ab', 'Ab ', 'b c', ' c', ' cd'];
  expect(new Set(gramsOf('Ab cd'))).toEqual(new Set(grams));
});

it('nothing reaches over the end of a line', () => {
  expect(gramsOf('a\nb')).toEqual([' a', ' b']);
});

it('a text is cut at so many, and no character in two', () => {
  expect(cut('a\ud83d', 2)).toBe('a\ud83d');
  expect([cut('abc', 3), cut('abcd', 3), cut('ab👩', 3)]).toEqual(['abc', 'abc', 'ab']);
});

it('two characters are short, whatever they weigh', () => {
  expect([isShort('ab'), isShort('👩👩'), isShort('abc')]).toEqual([true, true, false]);
});

it('what is short is held by a text where an index finds it', () => {
  const characters = fc.constantFrom('a', 'b', '9', ' ', '.', 'é', '\n', '𝔘', '𐐷', '👩');
  const texts = fc.string({ unit: characters, maxLength: 12 });
  const short = fc.string({ unit: characters, minLength: 1, maxLength: 2 }).map(fold);
  fc.assert(
    fc.property(texts, short, (text, sought) => {
      const lines = text.split('\n').map(fold).join('\n');
      expect(holds(lines, sought)).toBe(sought === '' || gramsOf(lines).includes(` ${sought}`));
    }),
  );
});
