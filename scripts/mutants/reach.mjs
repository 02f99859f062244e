import { dirname, join } from 'node:path';
import { projectDir } from '../lib/project.mjs';

const QUICK_FILES = 8;
const QUICK_MS = 10_000;

/**
 * @typedef {import('./tests.mjs').Told} Told
 * @typedef {import('./tests.mjs').Chosen} Chosen
 * @typedef {{ milliseconds: Record<string, number>, failed: string[], told: Told[] }} Reached
 * @typedef {{ chosen: Chosen[], quick: number, limit: number, milliseconds: number }} Plan `quick` tells how many
 *   of the chosen come first, before other mutants have been judged
 */

/**
 * Which tests can see a mutant, those of the first folder, those beside it and then the quickest, how often the mutant may be reached before it runs
 * away, and how long the tests take without it.
 * @param {import('./pick.mjs').Picked} mutant
 * @param {Reached} reached
 * @param {string | null} first whose tests are asked before all others
 * @returns {Plan} no chosen tests where none reaches the mutant
 */
export function planOf({ id, file: mutated }, { milliseconds, failed, told }, first = null) {
  /** @type {Map<string, { tasks: string[] | null, hits: number }>} */
  const files = new Map();
  for (const { file, task, reached } of told) {
    const hits = reached.find(([mutant]) => mutant === id)?.[1];
    if (hits === undefined || failed.includes(file)) continue;
    const known = files.get(file) ?? { tasks: [], hits: 0 };
    // What a file reaches outside of its tests may change any of them.
    const tasks = task === null || known.tasks === null ? null : [...known.tasks, task];
    files.set(file, { tasks, hits: known.hits + hits });
  }
  /** @type {Record<string, number>} */
  const whole = {};
  for (const { file, task } of told) {
    if (task !== null) whole[file] = (whole[file] ?? 0) + (milliseconds[task] ?? 0);
  }
  const chosen = [...files].map(([file, { tasks, hits }]) => ({
    file,
    tasks,
    hits,
    took:
      tasks === null
        ? (whole[file] ?? 0)
        : tasks.reduce((sum, task) => sum + (milliseconds[task] ?? 0), 0),
  }));
  const beside = join(projectDir, dirname(mutated));
  const order = (/** @type {string} */ file) => {
    if (first !== null && dirname(file) === join(projectDir, first)) return -1;
    return dirname(file) === beside ? 0 : 1;
  };
  chosen.sort((a, b) => order(a.file) - order(b.file) || a.took - b.took);
  return {
    chosen: chosen.map(({ file, tasks }) => ({ file, tasks })),
    quick: quickOf(chosen),
    limit: 10_000 + 100 * Math.max(0, ...chosen.map(({ hits }) => hits)),
    milliseconds: chosen.reduce((sum, { took }) => sum + took, 0),
  };
}

/**
 * How many of the files a mutant is judged by at first: those that most are caught by.
 * @param {readonly { took: number }[]} chosen
 */
function quickOf(chosen) {
  let spent = 0;
  const slow = chosen.findIndex(({ took }, at) => {
    spent += took;
    return at > 0 && (at >= QUICK_FILES || spent > QUICK_MS);
  });
  return slow === -1 ? chosen.length : slow;
}

/**
 * @param {Reached} old
 * @param {Reached} fresh what some of the files reach now
 * @returns {Reached}
 */
export function joinReached(old, fresh) {
  const again = new Set(fresh.told.map(({ file }) => file));
  return {
    milliseconds: { ...old.milliseconds, ...fresh.milliseconds },
    failed: [...old.failed.filter((file) => !again.has(file)), ...fresh.failed],
    told: [...old.told.filter(({ file }) => !again.has(file)), ...fresh.told],
  };
}
