import { describe, expect, it } from 'vitest';
import { HostError } from './host-error.ts';
import { MAX_DEPTH, MAX_VALUES, checkValueBounds } from './value-bounds.ts';

function refusal(value: unknown): HostError | null {
  try {
    checkValueBounds(value, 'body');
    return null;
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
}

function rules(value: unknown): readonly string[] {
  return Object.values(refusal(value)?.fields ?? {});
}

function nested(depth: number, innermost: unknown = []): unknown {
  let value = innermost;
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

describe('a value from outside', () => {
  it('may be nested so far and no further', () => {
    expect(refusal(nested(MAX_DEPTH))).toBeNull();
    expect(rules(nested(MAX_DEPTH + 1))).toEqual(['too_deep']);
    expect(rules({ a: nested(MAX_DEPTH) })).toEqual(['too_deep']);
  });

  it('is refused whatever its depth, without a stack as deep', () => {
    expect(rules({ a: nested(1_000_000) })).toEqual(['too_deep']);
  });

  it('may hold so many values and no more, however they are nested', () => {
    const lists = (count: number) => ({ text: Array.from({ length: count }, () => []) });
    expect(refusal(lists(MAX_VALUES - 1))).toBeNull();
    expect(rules(lists(MAX_VALUES))).toEqual(['too_many']);
    const pairs = Array.from({ length: MAX_VALUES / 2 + 1 }, () => [1]);
    expect(rules(pairs)).toEqual(['too_many']);
  });

  it('has no NUL character, in values nor in keys', () => {
    expect(refusal({ a: [{ b: 'x\0' }] })?.fields).toEqual({ 'a.0.b': 'nul_character' });
    expect(refusal({ a: { '\0': 1 } })?.fields).toEqual({ a: 'nul_character' });
    expect(refusal({ a: ['x', null, 1, { b: '' }] })).toBeNull();
  });

  it('has no half of a character, wherever it stands', () => {
    expect(rules({ comment: 'a\ud800' })).toEqual(['half_character']);
    expect(rules(['\udc00b'])).toEqual(['half_character']);
    expect(rules({ of: { 'a\ud83d': 1 } })).toEqual(['half_character']);
    expect(refusal({ comment: 'a \ud83d\udc80 b' })).toBeNull();
  });
});
