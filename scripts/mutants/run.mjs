// A mutant run: plants small faults in the sources as the tests read them, one at a time, and tells which of them
// no test notices. `npm run test:long -- mutants` asks for it; --layers domain,worker and --count judge fewer, and
// --layers checks --count 200 takes away checks of who may do what. --minutes leaves off after so long, and the same
// command goes on; --again judges those that got away by the tests that were written since, and those that ran away again.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say, scriptDataDir } from '../lib/project.mjs';
import { openJudge } from './judges.mjs';
import { firstOf, layers, pickMutants, testsOf } from './pick.mjs';
import { joinReached, planOf } from './reach.mjs';

/**
 * @typedef {import('./pick.mjs').Picked} Picked
 * @typedef {'caught' | 'ran away' | 'in doubt' | 'survived' | 'not reached' | 'equivalent'} End
 * @typedef {{ end: End, by: string }} Judged
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    layers: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
  },
});
const [seed, count, workers] = [values.seed, values.count, values.workers].map(Number);
/** What is not judged by then is judged by the next run. */
const until = values.minutes === '' ? Infinity : Date.now() + Number(values.minutes) * 60_000;
const only = values.layers === '' ? [] : values.layers.split(',');
const REACH_MS = 3_600_000;

const folder = join(scriptDataDir, 'mutants');
mkdirSync(folder, { recursive: true });
const equivalents = readEquivalents();
for (const side of /** @type {const} */ (['portal', 'host', 'access'])) {
  const mutants = pickMutants({ seed: seed ?? 1, count: count ?? 0, side, only });
  if (mutants.length > 0) report(mutants, await judgeSide(side, mutants));
}

/**
 * @param {import('./pick.mjs').Side} side
 * @param {readonly Picked[]} mutants
 * @returns {Promise<ReadonlyMap<number, Judged>>}
 */
async function judgeSide(side, mutants) {
  // A run that was cut off goes on where it stood, as long as the mutants are the same ones.
  const key = createHash('sha256').update(JSON.stringify(mutants)).digest('hex').slice(0, 12);
  const file = (/** @type {string} */ name) => join(folder, `${key}-${name}`);
  const open = (/** @type {number} */ at, /** @type {number} */ bail) =>
    openJudge(
      { mutants, workers: at, told: file('told.ndjson'), include: testsOf[side], bail },
      file('opening.json'),
    );
  const askReach = async (/** @type {number} */ since) => {
    const judge = open(workers ?? 1, 0);
    const answer = await judge.ask({ since }, REACH_MS);
    if (answer === 'ran away') throw new Error('The tests did not end.');
    await judge.close();
    for (const failed of answer.failed) say(`Left out, since it fails by itself: ${failed}`);
    return answer;
  };
  if (!existsSync(file('reached.json'))) {
    say(`Running the tests of the ${side}, to see which of ${mutants.length} mutants they reach …`);
    writeFileSync(file('reached.json'), JSON.stringify(await askReach(0)));
  }
  /** @type {import('./reach.mjs').Reached} */
  let reached = JSON.parse(readFileSync(file('reached.json'), 'utf8'));
  const ends = readEnds(file('ends.ndjson'));
  /** @type {ReadonlySet<string>} */
  let rewritten = new Set();
  if (values.again) {
    const fresh = await askReach(statSync(file('reached.json')).mtimeMs);
    reached = joinReached(reached, fresh);
    rewritten = new Set(fresh.told.map((/** @type {{ file: string }} */ told) => told.file));
    writeFileSync(file('reached.json'), JSON.stringify(reached));
  }
  const waiting = mutants.filter(({ id }) => {
    const end = ends.get(id)?.end;
    return end === undefined || end === 'in doubt' || (values.again && end !== 'caught');
  });
  // Cut off anywhere, a run has judged as large a part of one layer as of another; those that a few quick tests
  // do not catch wait for the others until each was judged by these.
  const isDoubted = (/** @type {Picked} */ { id }) => Number(ends.get(id)?.end === 'in doubt');
  waiting.sort((a, b) => isDoubted(a) - isDoubted(b) || a.rank - b.rank);
  const judgeWaiting = async () => {
    /** @type {import('./judges.mjs').Judge | null} */
    let judge = null;
    const next = () => (Date.now() < until ? waiting.shift() : undefined);
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      const { id } = mutant;
      const plan = planOf(mutant, reached, firstOf[side]);
      const before = ends.get(id)?.end;
      // What a mutant got past once needs no second look.
      const seen = before === 'survived' || before === 'not reached';
      const doubted = before === 'in doubt';
      const quick = before === undefined ? plan.quick : plan.chosen.length;
      const chosen = [
        ...plan.chosen.filter(({ file }) => rewritten.has(file)),
        ...plan.chosen.filter(
          ({ file }, at) =>
            !rewritten.has(file) && !seen && at < quick && !(doubted && at < plan.quick),
        ),
      ];
      /** @type {Judged} */
      let judged = ends.get(id) ?? { end: 'not reached', by: '' };
      if (isEquivalent(mutant)) judged = { end: 'equivalent', by: '' };
      else if (chosen.length > 0) {
        judge ??= open(1, 1);
        const patience = 60_000 + 10_000 * chosen.length + 10 * plan.milliseconds;
        const answer = await judge.ask({ id, limit: plan.limit, chosen }, patience);
        if (answer === 'ran away') judge = null;
        judged = answer === 'ran away' ? { end: 'ran away', by: '' } : answer;
        if (judged.end === 'survived' && quick < plan.chosen.length) {
          judged = { end: 'in doubt', by: '' };
          waiting.push(mutant);
        }
      }
      ends.set(id, judged);
      appendFileSync(file('ends.ndjson'), `${JSON.stringify([id, judged])}\n`);
      if (ends.size % 25 === 0) say(`${ends.size} of ${mutants.length} judged`);
    }
    await judge?.close();
  };
  await Promise.all(Array.from({ length: workers ?? 1 }, judgeWaiting));
  return ends;
}

/**
 * @param {string} file
 * @returns {Map<number, Judged>}
 */
function readEnds(file) {
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = known.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line)));
}

/**
 * @param {readonly Picked[]} mutants
 * @param {ReadonlyMap<number, Judged>} ends
 */
function report(mutants, ends) {
  for (const { name, atLeast } of layers) {
    const here = mutants.filter(({ layer }) => layer === name);
    const of = (/** @type {End} */ how) =>
      here.filter(({ id }) => ends.get(id)?.end === how).length;
    const caught = of('caught') + of('ran away');
    const judged = caught + of('survived') + of('not reached');
    if (judged === 0) continue;
    if (caught < atLeast * judged) process.exitCode = 1;
    const percent = ((100 * caught) / judged).toFixed(1);
    say(
      `${name}: ${caught} of ${judged} caught, ${percent} % (at least ${100 * atLeast} %), ` +
        `${of('ran away')} of them ran away, ` +
        `${of('not reached')} reached by no test, ${of('equivalent')} equivalent ones left out, ` +
        `${here.length - judged - of('equivalent')} not judged to the end`,
    );
  }
  for (const mutant of mutants) {
    const how = ends.get(mutant.id)?.end;
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
