// A process of a mutant run: it holds the tests ready, and judges one mutant after the other as it is told.
// Its parent ends it, with all that it started, when a mutant never lets a test end.
import { readFileSync } from 'node:fs';
import { openTests } from './tests.mjs';

/**
 * @typedef {Parameters<typeof openTests>[0]} Opening
 * @typedef {{ id: number, limit: number, chosen: import('./tests.mjs').Chosen[] } | { since: number }} Question
 *   how a mutant is judged, or what the tests reach that were written since then
 */

const opening = /** @type {Opening} */ (JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const tests = await openTests(opening);

process.on('message', (/** @type {Question | 'close'} */ question) => {
  void answer(question).catch((/** @type {unknown} */ error) => {
    console.error(error);
    process.exit(1);
  });
});
process.send?.('ready');

/** @param {Question | 'close'} question */
async function answer(question) {
  if (question === 'close') {
    await tests.close();
    process.disconnect();
    return;
  }
  process.send?.(
    'since' in question
      ? await tests.reach(question.since)
      : await tests.judge(question.id, question.limit, question.chosen),
  );
}
