import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beyondBounds, endOfString } from './json-bounds.ts';

const BOUNDS = { depth: 4, fields: 10, commas: 20 };
const blank = ' '.repeat(65_536);
const beyond = (text: string) => beyondBounds(text + blank, BOUNDS);

/** What holds of a value, counted in the value. */
function measured(value: unknown): { depth: number; fields: number; commas: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, fields: 0, commas: 0 };
  const inner = Object.values(value).map(measured);
  const sum = (of: 'fields' | 'commas') => inner.reduce((all, one) => all + one[of], 0);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    fields: sum('fields') + (Array.isArray(value) ? 0 : inner.length),
    commas: sum('commas') + Math.max(0, inner.length - 1),
  };
}

describe('JSON from outside', () => {
  it('is judged without being parsed as it would be with its value at hand', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const { depth, fields, commas } = measured(value);
        const found = beyond(JSON.stringify(value));
        expect(found !== null).toBe(
          depth > BOUNDS.depth || fields > BOUNDS.fields || commas > BOUNDS.commas,
        );
      }),
    );
  });

  it('holds in its strings whatever it likes', () => {
    const text = JSON.stringify({ a: '[{"\\,:'.repeat(50_000) });
    expect(beyondBounds(text, BOUNDS)).toBeNull();
  });

  it('is too deep where its brackets are never closed, and no JSON where a string is', () => {
    expect(beyond('['.repeat(5))).toBe('too_deep');
    expect(beyond(`"${'['.repeat(5)}`)).toBeNull();
  });

  it('is too deep however short it is, and may hold as many values as a short text can', () => {
    expect(beyondBounds('[[[[[]]]]]', BOUNDS)).toBe('too_deep');
    expect(beyondBounds('[[[[{"a":1}]]]]', { ...BOUNDS, depth: 5 })).toBeNull();
    expect(beyondBounds(JSON.stringify(Array(100).fill({ a: 1 })), BOUNDS)).toBeNull();
  });

  it('ends a string behind the quote that no slash takes away', () => {
    expect(endOfString('"a\\"b\\\\" c', 0)).toBe(8);
    expect(endOfString(`"${'\\"'.repeat(9)}`, 0)).toBeNull();
  });
});
