// A mutant run: plants small faults in the sources as the tests read them, one at a time, and tells which of them
// no test notices. `npm run test:long -- mutants` asks for it; --layers domain,worker and --count judge fewer.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say, scriptDataDir } from '../lib/project.mjs';
import { openJudge } from './judges.mjs';
import { layers, pickMutants, testsOf } from './pick.mjs';
import { planOf } from './reach.mjs';

/**
 * @typedef {import('./pick.mjs').Picked} Picked
 * @typedef {'caught' | 'ran away' | 'survived' | 'not reached' | 'equivalent'} End
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    layers: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
});
const [seed, count, workers] = [values.seed, values.count, values.workers].map(Number);
const only = values.layers === '' ? [] : values.layers.split(',');
const REACH_MS = 3_600_000;

const folder = join(scriptDataDir, 'mutants');
mkdirSync(folder, { recursive: true });
const equivalents = readEquivalents();
for (const side of /** @type {const} */ (['portal', 'host'])) {
  const mutants = pickMutants({ seed: seed ?? 1, count: count ?? 0, side, only });
  if (mutants.length > 0) report(mutants, await judgeSide(side, mutants));
}

/**
 * @param {'portal' | 'host'} side
 * @param {readonly Picked[]} mutants
 * @returns {Promise<ReadonlyMap<number, End>>}
 */
async function judgeSide(side, mutants) {
  // A run that was cut off goes on where it stood, as long as the mutants are the same ones.
  const key = createHash('sha256').update(JSON.stringify(mutants)).digest('hex').slice(0, 12);
  const file = (/** @type {string} */ name) => join(folder, `${key}-${name}`);
  const open = (/** @type {number} */ at) =>
    openJudge(
      { mutants, workers: at, told: file('told.ndjson'), include: testsOf[side] },
      file('opening.json'),
    );
  if (!existsSync(file('reached.json'))) {
    say(`Running the tests of the ${side}, to see which of ${mutants.length} mutants they reach …`);
    const judge = open(workers ?? 1);
    const reached = await judge.ask('reach', REACH_MS);
    if (reached === 'ran away') throw new Error('The tests did not end.');
    await judge.close();
    for (const failed of reached.failed) say(`Left out, since it fails by itself: ${failed}`);
    writeFileSync(file('reached.json'), JSON.stringify(reached));
  }
  const reached = JSON.parse(readFileSync(file('reached.json'), 'utf8'));
  const known = existsSync(file('ends.ndjson')) ? readFileSync(file('ends.ndjson'), 'utf8') : '';
  /** @type {Map<number, End>} */
  const ends = new Map(
    known
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
  const waiting = mutants.filter(({ id }) => !ends.has(id));
  const judgeWaiting = async () => {
    /** @type {import('./judges.mjs').Judge | null} */
    let judge = null;
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { id } = mutant;
      const { chosen, limit, milliseconds } = planOf(id, reached);
      /** @type {End} */
      let end = 'not reached';
      if (isEquivalent(mutant)) end = 'equivalent';
      else if (chosen.length > 0) {
        judge ??= open(1);
        const patience = 60_000 + 10_000 * chosen.length + 10 * milliseconds;
        const answer = await judge.ask({ id, limit, chosen }, patience);
        end = answer === 'ran away' ? 'ran away' : answer.verdict;
        if (end === 'ran away') judge = null;
      }
      ends.set(id, end);
      appendFileSync(file('ends.ndjson'), `${JSON.stringify([id, end])}\n`);
      if (ends.size % 25 === 0) say(`${ends.size} of ${mutants.length} judged`);
    }
    await judge?.close();
  };
  await Promise.all(Array.from({ length: workers ?? 1 }, judgeWaiting));
  return ends;
}

/**
 * @param {readonly Picked[]} mutants
 * @param {ReadonlyMap<number, End>} ends
 */
function report(mutants, ends) {
  for (const { name, atLeast } of layers) {
    const here = mutants.filter(({ layer }) => layer === name);
    const of = (/** @type {End} */ how) => here.filter(({ id }) => ends.get(id) === how).length;
    const judged = here.length - of('equivalent');
    if (judged === 0) continue;
    const caught = of('caught') + of('ran away');
    if (caught < atLeast * judged) process.exitCode = 1;
    const percent = ((100 * caught) / judged).toFixed(1);
    say(
      `${name}: ${caught} of ${judged} caught, ${percent} % (at least ${100 * atLeast} %), ` +
        `${of('not reached')} reached by no test, ${of('equivalent')} equivalent ones left out`,
    );
  }
  for (const mutant of mutants) {
    const how = ends.get(mutant.id);
    if (how !== 'survived' && how !== 'not reached') continue;
    const short = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
    const change = `${short(mutant.was)} -> ${short(mutant.becomes)}`;
    say(`${how}: ${mutant.file}:${mutant.line} ${mutant.kind}: ${change}`);
  }
}

/**
 * Mutants that change nothing that anybody could see, each with its reason, known by file and text.
 * @returns {{ file: string, was: string, becomes: string, why: string }[]}
 */
function readEquivalents() {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'));
}

/** @param {Picked} mutant */
function isEquivalent({ file, was, becomes }) {
  return equivalents.some((e) => e.file === file && e.was === was && e.becomes === becomes);
}
