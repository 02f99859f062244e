import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOf } from '../testing/arbitrary-of.ts';
import { damaged } from '../testing/damaged.ts';
import { readAnswer } from './answers.ts';
import type { Call } from './call.ts';
import { CALLS } from './calls.ts';
import { compileGuard } from './compile-guard.ts';
import { shapeOf } from './shape.ts';

const path = fc.array(fc.nat({ max: 8 }), { maxLength: 6 });
const calls: [string, Call][] = Object.entries(CALLS);
/** Its answer is a union without a name for its kinds, and short. */
const guarded = calls.filter(([name]) => name !== 'exploreDemo');

describe('answers', () => {
  it.each(guarded)('of %s are read by a guard', (_, call) => {
    expect(compileGuard(call.answer)).not.toBeNull();
  });

  it.each(guarded)('of %s are what the schema says, whole or damaged', (_, call) => {
    const answer = arbitraryOf(shapeOf(call.answer)!);
    fc.assert(
      fc.property(answer, path, fc.jsonValue(), (whole, at, item) => {
        const sent = JSON.stringify(whole);
        expect(readAnswer(call, JSON.parse(sent))).toEqual(call.answer.safeParse(JSON.parse(sent)));
        const other: unknown = JSON.parse(JSON.stringify(damaged(JSON.parse(sent), at, item)));
        const { success, data } = readAnswer(call, other);
        expect({ success, data }).toEqual(
          (({ success, data }) => ({ success, data }))(call.answer.safeParse(other)),
        );
      }),
      { numRuns: 30 },
    );
  });
});
