import * as fc from 'fast-check';
import type { Shape } from '../protocol/shape.ts';

/** Values that fit a shape: every one of them is accepted by the schema that the shape is of. */
export function arbitraryOf(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return stringOf(shape);
    case 'number': {
      const min = Math.max(shape.least, Number.MIN_SAFE_INTEGER);
      const max = Math.min(shape.most, Number.MAX_SAFE_INTEGER);
      const near = fc.integer({ min: Math.max(min, -1), max: Math.min(max, 100_000) });
      const far = fc.double({ min, max, noNaN: true });
      return fc.oneof(near, shape.whole ? far.map(Math.trunc) : far);
    }
    case 'boolean':
      return fc.boolean();
    case 'anything':
      return fc.jsonValue();
    case 'one-of':
      return fc.constantFrom(...shape.values);
    case 'nullable':
      return fc.option(arbitraryOf(shape.inner));
    case 'array': {
      const maxLength = Math.min(shape.most, shape.least + 5);
      return fc.array(arbitraryOf(shape.element), { minLength: shape.least, maxLength });
    }
    case 'record':
      return fc.dictionary(
        // Parsing leaves this one key out, whatever its value.
        (arbitraryOf(shape.key) as fc.Arbitrary<string>).filter((key) => key !== '__proto__'),
        arbitraryOf(shape.value),
        {
          maxKeys: 5,
        },
      );
    case 'object': {
      const all = [...shape.properties];
      const requiredKeys = all.filter(([, { required }]) => required).map(([name]) => name);
      const properties = all.map(([name, property]) => [name, arbitraryOf(property.shape)]);
      return fc.record(Object.fromEntries(properties) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys,
      });
    }
    case 'union':
      return fc.oneof(...[...shape.options.values()].map(arbitraryOf));
  }
}

/** Of texts of a pattern: the longest one that has parts of a set length is a link of 108 characters. */
const LONGEST = 128;

function stringOf({
  least,
  most,
  patterns,
  overwrites,
}: Shape & { kind: 'string' }): fc.Arbitrary<string> {
  const [pattern, ...others] = patterns;
  const base =
    pattern === undefined
      ? fc.string({ minLength: least, maxLength: Math.min(most, least + 20), unit: 'binary' })
      : fc.stringMatching(pattern, { maxLength: Math.min(most, LONGEST) });
  return base.filter(
    (value) =>
      value.length >= least &&
      value.length <= most &&
      others.every((other) => other.test(value)) &&
      overwrites.every((overwrite) => overwrite(value) === value),
  );
}
