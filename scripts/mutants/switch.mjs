// In each process of the tests: one mutant is on, or the tests tell which mutants they reach.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach } from 'vitest';

/** The mutant that is on; 0 where the tests only tell what they reach. */
const active = Number(process.env['MUSTER_MUTANT']);
/** How often it may be reached in one file: a loop that never ends is ended. */
const limit = Number(process.env['MUSTER_MUTANT_LIMIT']);

/** Hits of each mutant outside of any test. @type {Map<number, number>} */
const ofFile = new Map();
let hits = ofFile;
let all = 0;
let file = '';

Object.assign(globalThis, {
  __musterMutant: (/** @type {number} */ id) => {
    if (active === 0) {
      hits.set(id, (hits.get(id) ?? 0) + 1);
      return false;
    }
    if (id !== active) return false;
    all += 1;
    if (all > limit) throw new Error(`Mutant ${id} runs away.`);
    return true;
  },
});

if (active === 0) {
  beforeEach(({ task }) => {
    file = task.file.filepath;
    hits = new Map();
  });
  afterEach(({ task }) => {
    tell(task.id);
    hits = ofFile;
  });
  afterAll(() => {
    if (file !== '') tell(null);
  });
}

/** @param {string | null} task */
function tell(task) {
  const line = JSON.stringify({ file, task, reached: [...hits] });
  appendFileSync(process.env['MUSTER_MUTANTS_REACHED'] ?? '', `${line}\n`);
}
