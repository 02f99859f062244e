// npm run test:long -- NAME: the long form of the test files whose path contains NAME, with their figures. With options of
// Vitest behind it (-t 'a test'), no journeys.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { PlainError } = await import('./lib/project.mjs');
  const { prepare } = await import('./lib/prepare.mjs');
  const { browserVariable, findBrowser } = await import('./lib/browser.mjs');
  const { runTool } = await import('./lib/child.mjs');
  const names = process.argv.slice(2);
  if (names.length === 0) throw new PlainError('Name a part of the test files to run at length.');
  await prepare();
  // React's development build is not what hangs on walls, and takes five times as long.
  const env = {
    MUSTER_LONG: '1',
    NODE_ENV: 'production',
    [browserVariable]: await findBrowser(),
  };
  const patience = ['--testTimeout=0', '--hookTimeout=0', '--disableConsoleIntercept'];
  const vitest = ['run', '--passWithNoTests', ...patience, ...names];
  const playwright = ['test', '--pass-with-no-tests', '--reporter=list', ...names];
  process.exitCode = await runTool('vitest/vitest.mjs', vitest, { env });
  if (process.exitCode !== 0 || names.some((name) => name.startsWith('-'))) return;
  process.exitCode = await runTool('@playwright/test/cli.js', playwright, { env });
}
