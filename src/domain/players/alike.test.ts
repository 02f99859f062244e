import { expect, it } from 'vitest';
import { glanceOf } from './alike.ts';

it.each([
  ['Ann', 'ann'],
  ['Ann', 'Аnn'],
  ['Ann', 'A n n'],
  ['Ann', 'Ánn'],
  ['Ann', '[Ann]'],
  ['Ann', 'A\u200Bnn'],
  ['Illia', 'lllia'],
  ['B0b', 'Bob'],
  ['ρaul', 'paul'],
  ['ＡＢＣ', 'abc'],
])('%s and %s are alike at a glance', (a, b) => {
  expect(glanceOf(a)).toBe(glanceOf(b));
});

it.each([
  ['Ann', 'Anna'],
  ['Ann', 'Bob'],
  ['Ёжик', 'Ольга'],
  ['???', '!?'],
  ['★', '♥'],
])('%s and %s are not', (a, b) => {
  expect(glanceOf(a)).not.toBe(glanceOf(b));
});

it('a name of signs alone is told by them', () => {
  expect(glanceOf(' *** ')).toBe('***');
});
