import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FragmentAssembly } from './fragments.ts';
import { decodeText } from './packet.ts';

const part = (text: string): Uint8Array => Buffer.from(text);

test('parts in any order, some of them twice, give the text, cut anywhere in a character', () => {
  const cutText = fc
    .tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300, size: 'max' }),
      fc.integer({ min: 1, max: 7 }),
    )
    .filter(([text]) => !text.endsWith('\0'));
  fc.assert(
    fc.property(cutText, fc.infiniteStream(fc.nat()), ([text, size], chance) => {
      const whole = Buffer.from(text);
      const total = Math.ceil(whole.length / size);
      fc.pre(total <= 255);
      const indexes = Array.from({ length: total }, (_, index) => index);
      const doubled = indexes.filter(() => (chance.next().value ?? 0) % 3 === 0);
      const order = [...indexes, ...doubled]
        .map((index) => ({ index, key: chance.next().value ?? 0 }))
        .toSorted((one, other) => one.key - other.key);
      const assembly = new FragmentAssembly();
      const missing = new Set(indexes);
      for (const { index } of order) {
        missing.delete(index);
        const got = assembly.accept(total, index, whole.subarray(index * size, (index + 1) * size));
        if (missing.size > 0) expect(got).toBeNull();
        else expect(got === null ? null : decodeText(got)).toBe(text);
      }
    }),
  );
});

test('the last index does not make an answer whole', () => {
  const assembly = new FragmentAssembly();
  expect(assembly.accept(3, 2, part('c'))).toBeNull();
  expect(assembly.accept(3, 0, part('a'))).toBeNull();
  expect(assembly.accept(3, 1, part('b'))).toEqual(Buffer.from('abc'));
});

test('parts of another run of the command are not mixed in', () => {
  const assembly = new FragmentAssembly();
  assembly.accept(2, 0, part('old'));
  expect(assembly.accept(2, 0, part('new'))).toBeNull();
  expect(assembly.accept(2, 1, part('er'))).toEqual(Buffer.from('newer'));
});

test('an impossible index is ignored', () => {
  const assembly = new FragmentAssembly();
  expect(assembly.accept(0, 0, part('x'))).toBeNull();
  expect(assembly.accept(2, 2, part('x'))).toBeNull();
});
