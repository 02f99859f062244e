/**
 * @typedef {import('./tests.mjs').Told} Told
 * @typedef {import('./tests.mjs').Chosen} Chosen
 * @typedef {{ milliseconds: Record<string, number>, failed: string[], told: Told[] }} Reached
 * @typedef {{ chosen: Chosen[], limit: number, milliseconds: number }} Plan
 */

/**
 * Which tests can see a mutant, the quickest file first, how often the mutant may be reached before it runs
 * away, and how long the tests take without it.
 * @param {number} id
 * @param {Reached} reached
 * @returns {Plan} no chosen tests where none reaches the mutant
 */
export function planOf(id, { milliseconds, failed, told }) {
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
  chosen.sort((a, b) => a.took - b.took);
  return {
    chosen: chosen.map(({ file, tasks }) => ({ file, tasks })),
    limit: 10_000 + 100 * Math.max(0, ...chosen.map(({ hits }) => hits)),
    milliseconds: chosen.reduce((sum, { took }) => sum + took, 0),
  };
}
