// npm test: prepares as npm start does, runs every lane (or those that are named), and sums them up.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { PlainError, say } = await import('./lib/project.mjs');
  const { prepare, prepareInstall } = await import('./lib/prepare.mjs');
  const { lanes } = await import('./lib/lanes.mjs');
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !lanes.some((lane) => lane.name === name));
  if (unknown !== undefined) {
    const names = lanes.map((lane) => lane.name).join(', ');
    throw new PlainError(`There is no lane '${unknown}': name some of ${names}, or none for all.`);
  }
  const chosen = named.length === 0 ? lanes : lanes.filter((lane) => named.includes(lane.name));

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
  for (const lane of chosen) {
    const start = performance.now();
    const counts = await lane.run();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`${lane.name}: ${describe(counts)} (${seconds} s)`);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  process.stdout.write(`${describe(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
