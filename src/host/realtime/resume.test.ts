import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideResume, MAX_BACKLOG } from './resume.ts';

const decide = (cursor: number | undefined, head: number, floor = 0) =>
  decideResume([{ stream: 's', cursor }], new Map([['s', { head, floor }]]))[0];

describe('a stream', () => {
  it.each([
    ['without a cursor needs a snapshot', undefined, 10, 0, false, undefined],
    ['at its head is resumed and nothing follows', 10, 10, 0, true, undefined],
    ['behind its head is resumed', 7, 10, 0, true, undefined],
    ['at its floor is resumed', 5, 10, 5, true, undefined],
    ['before its floor has expired', 4, 10, 5, false, 'expired'],
    ['after its head is of another log', 11, 10, 0, false, 'rebuilt'],
    ['too far behind takes a snapshot', 0, MAX_BACKLOG.stream + 1, 0, false, 'overflow'],
    ['on which nothing was told is resumed at 0', 0, 0, 0, true, undefined],
  ] as const)('%s', (_name, cursor, head, floor, resumed, refused) => {
    expect(decide(cursor, head, floor)).toMatchObject({ head, resumed, refused });
  });
});

it('a stream of which nothing is known begins at 0', () => {
  expect(decideResume([{ stream: 's', cursor: undefined }], new Map())).toEqual([
    { stream: 's', head: 0, after: undefined, resumed: false, refused: undefined },
  ]);
});

it('gives the smallest backlogs room first, in whatever order they are asked for', () => {
  const large = Math.floor(MAX_BACKLOG.stream * 0.9);
  const wanted = Array.from({ length: 40 }, (_, at) => ({ stream: `s${at}`, cursor: 0 }));
  // The largest first, and a small one last.
  const heads = new Map(
    wanted.map(({ stream }, at) => [stream, { head: at === 39 ? 10 : large - at, floor: 0 }]),
  );
  const resumed = decideResume(wanted, heads).flatMap((each, at) => (each.resumed ? [at] : []));
  const from = 40 - resumed.length;
  expect(resumed).toEqual(Array.from({ length: resumed.length }, (_, at) => from + at));
  expect(resumed.length).toBeGreaterThan(5);
  expect(resumed.length).toBeLessThan(40);
});

it('never lets more follow than the bounds, and answers every stream in its place', () => {
  const streams = fc.array(
    fc.record({ cursor: fc.nat(4_000), behind: fc.nat(4_000), floor: fc.nat(10) }),
    { maxLength: 60, size: 'max' },
  );
  fc.assert(
    fc.property(streams, (all) => {
      const wanted = all.map(({ cursor }, index) => ({ stream: `s${index}`, cursor }));
      const heads = new Map(
        all.map(({ cursor, behind, floor }, index) => [
          `s${index}`,
          { head: cursor + behind, floor },
        ]),
      );
      const resumes = decideResume(wanted, heads);
      expect(resumes.map(({ stream }) => stream)).toEqual(wanted.map(({ stream }) => stream));
      const missed = resumes.map(({ after, head }) => (after === undefined ? 0 : head - after));
      expect(Math.max(0, ...missed)).toBeLessThanOrEqual(MAX_BACKLOG.stream);
      expect(missed.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(MAX_BACKLOG.total);
      for (const [index, { after, resumed }] of resumes.entries()) {
        if (resumed && all[index]!.behind > 0) expect(after).toBe(all[index]!.cursor);
      }
    }),
  );
});
