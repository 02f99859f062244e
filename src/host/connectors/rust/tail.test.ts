import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TailLine } from './payloads.ts';
import { findGap, Deduplicator } from './tail.ts';

/** Lines of a server that says few different things, each with its second. */
const log = fc
  .array(fc.constantFrom('a', 'b', 'Saving complete'), { maxLength: 40, size: 'max' })
  .map((texts) => texts.map((text, at): TailLine => ({ text, time: at })));
const live = (lines: readonly TailLine[]) => lines.map(({ text }) => ({ text, time: null }));

describe('a gap in the console', () => {
  test('is what lies between what was told before and what was heard since, however lines repeat', () => {
    fc.assert(
      fc.property(log, log, log, log, (known, before, missed, since) => {
        const whole = [...known, ...before, ...missed, ...since].map(({ text }, time) => ({
          text,
          time,
        }));
        const gapAt = known.length + before.length;
        const told = [...whole.slice(0, known.length), ...live(before)];
        const gap = findGap(whole.slice(0, gapAt + missed.length), told, []);
        expect(gap.missed).toEqual(whole.slice(gapAt, gapAt + missed.length));
        const later = findGap(whole, told, live(since));
        expect(later.missed.length + since.length).toBe(missed.length + since.length);
        expect(later.missed.map(({ text }) => text)).toEqual(missed.map(({ text }) => text));
        expect(later.told.map(({ text }) => text)).toEqual(whole.map(({ text }) => text));
      }),
    );
  });
  test('of a history that does not reach back to what was told is all of it', () => {
    const tail = ['x', 'y'].map((text, time) => ({ text, time }));
    expect(findGap(tail, [{ text: 'told', time: null }], []).missed).toEqual(tail);
  });
  test('leaves what was heard after the history was made for the next', () => {
    const tail = ['a', 'b'].map((text, time) => ({ text, time }));
    const since = ['b', 'c'].map((text) => ({ text, time: null }));
    const gap = findGap(tail, [{ text: 'a', time: null }], since);
    expect([gap.missed, gap.told.map(({ text }) => text)]).toEqual([[], ['a', 'b', 'c']]);
  });
  test('is found though answers to commands were heard that no history has', () => {
    const tail = ['a', 'b', 'c'].map((text, time) => ({ text, time }));
    const told = ['a', 'server.seed: "1"', 'b'].map((text) => ({ text, time: null }));
    expect(findGap(tail, told, []).missed).toEqual([{ text: 'c', time: 2 }]);
  });
});

describe('what is told once', () => {
  test('is missing where it was not told, as often as it was said', () => {
    const told = new Deduplicator(10);
    for (const key of ['a', 'b', 'a']) told.add(key);
    expect(told.missing(['a', 'a', 'a', 'c'], (key) => key)).toEqual(['a', 'c']);
    expect(told.missing(['a', 'b'], (key) => key)).toEqual([]);
  });
  test('is kept up to a bound', () => {
    const told = new Deduplicator(2);
    for (const key of ['a', 'b', 'c']) told.add(key);
    expect(told.missing(['a', 'b', 'c'], (key) => key)).toEqual(['a']);
  });
});
