import { expect, it } from 'vitest';
import { cut, gramsOf, isShort } from './keys.ts';

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
