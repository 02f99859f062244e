import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesOf } from '../../protocol/frames.ts';
import { BATCH, Batches } from './batches.ts';
import { textFrame, textOf } from './frame.ts';

/** Batches on a clock that moves when told to. */
function trial() {
  const messages: { readonly at: number; readonly bytes: Buffer }[] = [];
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | null = null;
  const batches = new Batches((bytes) => messages.push({ at: now, bytes }), {
    now: () => now,
    after(milliseconds, run) {
      due = { at: now + milliseconds, run };
      return () => (due = null);
    },
  });
  const pass = (milliseconds: number) => {
    const until = now + milliseconds;
    if (due !== null && due.at <= until) {
      now = due.at;
      due.run();
    }
    now = until;
  };
  return { batches, messages, pass, now: () => now };
}

const gap = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 }));
const text = fc.oneof(
  { weight: 8, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 60_000, max: 70_000 }).map((size) => `"${'x'.repeat(size)}"`),
  },
);

describe('batches of frames', () => {
  it('have every frame once and in order, soon, in messages of a bounded size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, text), { maxLength: 60, size: 'max' }), (frames) => {
        const { batches, messages, pass, now } = trial();
        const told: { readonly text: string; readonly at: number }[] = [];
        for (const [wait, one] of frames) {
          pass(wait);
          told.push({ text: one, at: now() });
          batches.add(textFrame(one));
        }
        pass(BATCH.milliseconds);
        expect(batches.bytes).toBe(0);
        const heard = messages.flatMap(({ at, bytes }) =>
          framesOf(textOf(bytes)).map((one) => ({ text: one, at })),
        );
        expect(heard.map((one) => one.text)).toEqual(told.map((one) => one.text));
        for (const [index, { at }] of heard.entries()) {
          expect(at - (told[index]?.at ?? 0)).toBeLessThanOrEqual(BATCH.milliseconds);
        }
        for (const { bytes } of messages) {
          const several = framesOf(textOf(bytes)).length > 1;
          if (several) expect(bytes.length).toBeLessThanOrEqual(BATCH.bytes + 10);
        }
      }),
    );
  });

  it('are few: one in five milliseconds, however much there is to tell', () => {
    const { batches, messages, pass } = trial();
    for (let index = 0; index < 10_000; index += 1) {
      batches.add(textFrame(`{"index":${index}}`));
      if (index % 10 === 9) pass(1);
    }
    pass(BATCH.milliseconds);
    expect(messages.length).toBeLessThanOrEqual(1_000 / BATCH.milliseconds + 2);
  });

  it('do not hold back what comes alone', () => {
    const { batches, messages, pass } = trial();
    for (const one of ['1', '2', '3']) {
      batches.add(textFrame(one));
      pass(BATCH.milliseconds);
    }
    expect(messages.map(({ at, bytes }) => [at, textOf(bytes)])).toEqual([
      [0, '1'],
      [5, '2'],
      [10, '3'],
    ]);
  });
});
