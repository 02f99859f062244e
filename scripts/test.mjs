// npm test: prepares as npm start does, runs every lane (or those that are named), and sums them up.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { PlainError, say } = await import('./lib/project.mjs');
  const { prepare, prepareInstall } = await import('./lib/prepare.mjs');
  const { groups } = await import('./lib/lanes.mjs');
  const named = process.argv.slice(2);
  const all = groups.flat().map((lane) => lane.name);
  const unknown = named.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const names = all.join(', ');
    throw new PlainError(`There is no lane '${unknown}': name some of ${names}, or none for all.`);
  }
  const chosen = new Set(named.length === 0 ? all : named);

  await prepareInstall();
  const total = { passed: 0, failed: 0, skipped: 0 };
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    // The lanes say more about it, and those that need no build still run.
    say(error.message);
    total.failed += 1;
  }
  /** @param {import('./lib/lanes.mjs').Lane} lane */
  const runLane = async (lane) => {
    const start = performance.now();
    const counts = await lane.run();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`${lane.name}: ${describe(counts)} (${seconds} s)`);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  };
  for (const group of groups) {
    await Promise.all(group.filter(({ name }) => chosen.has(name)).map(runLane));
  }
  process.stdout.write(`${describe(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
