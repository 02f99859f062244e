import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMoment, writeMoment } from './address.ts';

it('an address brings back the moment that it was made of', () => {
  const recording = fc.stringMatching(/^[0-9a-f]{8}$/);
  const event = fc.integer({ min: 0, max: 1e9 });
  fc.assert(
    fc.property(fc.record({ recording, event }), (moment) => {
      expect(readMoment(writeMoment(moment))).toEqual(moment);
    }),
  );
});

it('anything else names no moment', () => {
  for (const hash of [
    '',
    '#',
    '#content',
    '#event=3',
    '#recording=abc&event=1',
    '#recording=0123abcd&event=-1',
  ]) {
    expect(readMoment(hash)).toBeNull();
  }
});
