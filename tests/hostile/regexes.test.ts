/**
 * Filters that take engines that go back for ever, asked of the longest texts.
 * `npm run test:long -- hostile/regexes` asks ten thousand of them, and lets none take 10 ms to be read, nor to be asked.
 */
import { expect, test } from 'vitest';
import { compileTerm } from '../../src/domain/filters/term.ts';
import { hostileRegex, LONG_TEXTS } from '../../src/testing/hostile-regex.ts';
import { createRandom } from '../../src/testing/random.ts';
import { lookAtThread } from '../support/stalls.ts';

const long = process.env['MUSTER_LONG'] !== undefined;
const REGEXES = long ? 10_000 : 500;
/** Milliseconds. What goes back takes years; how fast another machine is, is nobody's fault. */
const MOST = long ? 10 : 2_000;
/** A collector's turn comes once: what is slow by itself stays so. */
const TRIALS = 5;

/** How long this thread worked at it, without what the machine took from it. */
function took(work: () => void): number {
  const from = lookAtThread();
  work();
  const until = lookAtThread();
  return until.at - from.at - (until.waited - from.waited);
}

/** Of several tries, each with what `fresh` makes for it, the shortest. */
function least(fresh: () => () => void): number {
  let ms = took(fresh());
  for (let trial = 1; trial < TRIALS && ms >= MOST; trial += 1) ms = Math.min(ms, took(fresh()));
  return ms;
}

test(`${REGEXES} hostile regexes are read or refused, and asked, each at once`, () => {
  const random = createRandom(1);
  const slow: string[] = [];
  const counts = { asked: 0, 'invalid-regex': 0, 'regex-too-large': 0 };
  const longest = { read: 0, asked: 0 };
  for (let at = 0; at < REGEXES; at += 1) {
    const term = hostileRegex(random);
    const read = () => compileTerm({ kind: 'regex', term });
    const first = read();
    counts[first.ok ? 'asked' : first.problem] += 1;
    const ms = { read: least(() => read), asked: 0 };
    for (const text of first.ok ? LONG_TEXTS : []) {
      // A text makes states of a regex, which the next one finds: each is asked of one that was just read.
      const asked = least(() => {
        const regex = read();
        return regex.ok ? () => regex.matches(text) : () => undefined;
      });
      ms.asked = Math.max(ms.asked, asked);
    }
    if (Math.max(ms.read, ms.asked) >= MOST) slow.push(term);
    longest.read = Math.max(longest.read, ms.read);
    longest.asked = Math.max(longest.asked, ms.asked);
  }
  if (long) process.stdout.write(`${JSON.stringify({ ...counts, longest })}\n`);
  expect(slow).toEqual([]);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});
