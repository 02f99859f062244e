import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareBrowser, browserVariable, findBrowser } from './browser.mjs';
import { runTool } from './child.mjs';
import { say } from './project.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, run: () => Promise<Counts> }} Lane
 */

/**
 * Every lane of `npm test` in its order, the cheap ones first. Those of a group run beside each other: each keeps
 * to about one processor, and is silent unless it fails.
 * @type {readonly (readonly Lane[])[]}
 */
export const groups = [
  [
    // One checker: several check much of the same again, each on a processor that the linter needs.
    { name: 'types', run: () => check('typescript/bin/tsc', ['-b', '--checkers', '1']) },
    { name: 'lint', run: () => check('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
    { name: 'format', run: () => check('oxfmt/bin/oxfmt', ['--check']) },
    { name: 'unused', run: () => check('knip/bin/knip.js', ['--no-progress']) },
  ],
  [{ name: 'unit', run: () => vitest('unit') }],
  [{ name: 'host', run: () => vitest('host', 'worker') }],
  [{ name: 'browser', run: browser }],
  [{ name: 'journeys', run: journeys }],
];

/**
 * A lane that is one question: it counts as one test.
 * @param {string} tool
 * @param {readonly string[]} args
 * @returns {Promise<Counts>}
 */
async function check(tool, args) {
  const good = (await runTool(tool, args, { quiet: true })) === 0;
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
}

/**
 * @param {readonly string[]} projects
 * @returns {Promise<Counts>}
 */
function vitest(...projects) {
  return withReport(async (file) => {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const named = projects.flatMap((project) => ['--project', project]);
    const args = ['run', ...named, '--passWithNoTests', ...reporters];
    const code = await runTool('vitest/vitest.mjs', args);
    return { code, counts: readVitest(file) };
  });
}

/** @returns {Promise<Counts>} */
async function browser() {
  const { packed, launch } = await bareBrowser();
  if (!packed)
    say(`The packed browser does not run here: this lane is in ${launch.executablePath}.`);
  return vitest('browser');
}

/** @returns {Promise<Counts>} */
async function journeys() {
  const browser = await findBrowser();
  return withReport(async (file) => {
    const args = ['test', '--pass-with-no-tests', '--reporter=line,json'];
    const env = { [browserVariable]: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const code = await runTool('@playwright/test/cli.js', args, { env });
    return { code, counts: readPlaywright(file) };
  });
}

/**
 * Runs a lane that writes a report. A run that fails though no test did (it crashed, an error was left
 * unhandled) counts as one failure.
 * @param {(file: string) => Promise<{ code: number, counts: Counts }>} run
 * @returns {Promise<Counts>}
 */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-report-'));
  try {
    const { code, counts } = await run(join(folder, 'report.json'));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file Vitest's JSON report
 * @returns {Counts}
 */
function readVitest(file) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 0, skipped: 0 };
  for (const { name, assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      // Vitest keeps how the first try has failed.
      if (status === 'passed' && failureMessages.length > 0) sayUnstable(name, fullName);
    }
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}

/**
 * @param {string} file Playwright's JSON report
 * @returns {Counts}
 */
function readPlaywright(file) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 0, skipped: 0 };
  for (const { file, title } of unstable(report.suites)) sayUnstable(file, title);
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/**
 * @typedef {{ title: string, file: string, tests: readonly { status: string }[] }} Spec
 * @typedef {{ suites?: readonly Suite[], specs: readonly Spec[] }} Suite
 */

/**
 * The journeys that passed only at another try, each with its file. Each is a fault to mend, in the journey or in
 * the product.
 * @param {readonly Suite[]} suites
 * @returns {readonly { file: string, title: string }[]}
 */
function unstable(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => ({ file, title })),
    ...unstable(inner),
  ]);
}

/** @param {string} file @param {string} title */
function sayUnstable(file, title) {
  say(`Passed only at the second try: ${file}: ${title}`);
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
