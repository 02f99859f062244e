import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { patternBytes } from './pattern-bytes.ts';

it.each([
  [/^[0-9a-f]{24}$/, 24, 1],
  [/^7656119\d{10}$/, 17, 1],
  [/^[A-Za-z0-9+/=_-]{16,64}$/, 64, 1],
  [/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}$/, 19, 1],
  [/^(SHA256:[A-Za-z0-9+/]{43}|authority)$/, 50, 1],
  [/^(?:ab?\.){2}$/, 6, 1],
  [/^["a]{3}$/, 6, 2],
  [/^[\x20-\x7e]+$/, Infinity, 2],
  [/^[^\p{Cc}\p{Cf}]*$/u, Infinity, 6],
  [/^[^\0\r\n]{1,4}$/, 24, 6],
  [/^.{2}$/u, 24, 6],
  [/[0-9a-f]{24}/, Infinity, 6],
  [/^(?=a)a$/, Infinity, 6],
])('%s lets through so many bytes, and so many of a character', (pattern, all, character) => {
  expect(patternBytes(pattern)).toEqual({ all, character });
});

const piece = fc.tuple(
  fc.constantFrom(
    'a',
    '[0-9a-f]',
    '\\d',
    '[^x]',
    '\\.',
    '["\\\\]',
    '(?:ab|c["])',
    '(q[a-z]|\\w\\w)',
  ),
  fc.constantFrom('', '?', '{2}', '{0,3}'),
);

it('nothing that a pattern lets through is longer', () => {
  fc.assert(
    fc.property(
      fc
        .array(piece, { minLength: 1, maxLength: 5 })
        .map((pieces) => new RegExp(`^${pieces.flat().join('')}$`))
        .chain((pattern) => fc.tuple(fc.constant(pattern), fc.stringMatching(pattern))),
      ([pattern, text]) => {
        const { all, character } = patternBytes(pattern);
        const escaped = JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, '\\uffff');
        expect(escaped.length - 2).toBeLessThanOrEqual(all);
        expect(escaped.length - 2).toBeLessThanOrEqual(text.length * character);
      },
    ),
  );
});
