import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { projectDir } from '../lib/project.mjs';
import { instrument } from './mutate.mjs';

/**
 * @typedef {import('./pick.mjs').Picked} Picked
 * @typedef {{ file: string, task: string | null, reached: [number, number][] }} Told
 * @typedef {{ file: string, tasks: string[] | null }} Chosen tests of one file; null for all of them
 * @typedef {{ end: 'caught' | 'survived', by: string }} Judgement `by` is the test that failed and what it says first
 */

const exclude = [
  '**/*.browser.test.{ts,tsx}',
  'tests/journeys/**',
  'tests/start/**',
  'tests/cli/**',
  'tests/boundaries/**',
  'tests/mutants/**',
];

/**
 * The tests with the mutants in their sources, held ready to be run again and again.
 * @param {{ mutants: readonly Picked[], workers: number, told: string, include: string[], bail: number }} options
 *   `told` is the file that says what each test reached, `bail` after how many failures a run ends (0 for never)
 */
export async function openTests({ mutants, workers, told, include, bail }) {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: projectDir,
      watch: false,
      // It knows a file by its text alone, and would bring back the mutants of an earlier run.
      fsModuleCache: false,
      include,
      exclude,
      maxWorkers: workers,
      bail,
      reporters: [{}],
      globalSetup: ['tests/support/database-service.ts'],
      setupFiles: ['scripts/mutants/switch.mjs'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      onConsoleLog: () => false,
    },
    {
      plugins: [
        {
          name: 'muster:mutants',
          enforce: 'pre',
          transform: {
            order: 'pre',
            handler(code, id) {
              const here = mutants.filter(
                ({ file }) => id.split('?')[0] === join(projectDir, file),
              );
              return here.length === 0 ? null : { code: instrument(code, here), map: null };
            },
          },
        },
      ],
    },
  );
  await vitest.standalone();
  const specifications = await vitest.globTestSpecifications();
  const project = vitest.getRootProject();

  return {
    /**
     * Runs tests without a mutant: how long each took, and the files whose tests fail by themselves.
     * @param {number} since in milliseconds of the epoch: files that are older are passed over
     */
    async reach(since) {
      writeFileSync(told, '');
      switchTo(0, 0);
      const asked = specifications.filter(({ moduleId }) => statSync(moduleId).mtimeMs > since);
      await vitest.runTestSpecifications(asked, true);
      /** @type {Record<string, number>} */
      const milliseconds = {};
      /** @type {string[]} */
      const failed = [];
      for (const module of vitest.state.getTestModules()) {
        if (!module.ok()) failed.push(module.moduleId);
        for (const test of module.children.allTests()) {
          milliseconds[test.id] = test.diagnostic()?.duration ?? 0;
        }
      }
      const lines = readFileSync(told, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      return {
        milliseconds,
        failed,
        told: /** @type {Told[]} */ (lines.map((l) => JSON.parse(l))),
      };
    },

    /**
     * Whether a test among the chosen ones fails with the mutant switched on.
     * @param {number} mutant
     * @param {number} limit
     * @param {readonly Chosen[]} chosen
     * @returns {Promise<Judgement>}
     */
    async judge(mutant, limit, chosen) {
      for (const { file, tasks } of chosen) {
        switchTo(mutant, limit);
        const options = tasks === null ? {} : { testIds: tasks };
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
          project.createSpecification(file, options),
        ]);
        // It tells of every file that was ever run, those that failed with an earlier mutant too.
        const module = testModules.find(({ moduleId }) => moduleId === file);
        const failure = firstFailure(module, unhandledErrors);
        if (failure !== null) return { end: 'caught', by: failure };
      }
      return { end: 'survived', by: '' };
    },

    close: () => vitest.close(),
  };

  /**
   * @param {number} mutant
   * @param {number} limit
   */
  function switchTo(mutant, limit) {
    process.env['MUSTER_MUTANT'] = String(mutant);
    process.env['MUSTER_MUTANT_LIMIT'] = String(limit);
    process.env['MUSTER_MUTANTS_REACHED'] = told;
  }
}

/**
 * What failed first, with the first line that it says; null where nothing did.
 * @param {import('vitest/node').TestModule | undefined} module
 * @param {readonly unknown[]} unhandled
 */
function firstFailure(module, unhandled) {
  if (module === undefined) return 'The file was not run.';
  for (const test of module.children.allTests('failed')) {
    return `${module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0])}`;
  }
  const error = [...module.errors(), ...unhandled][0];
  if (error !== undefined) return `${module.relativeModuleId}: ${firstLine(error)}`;
  return module.ok() ? null : `${module.relativeModuleId} failed.`;
}

/** @param {unknown} error */
function firstLine(error) {
  const { message } = /** @type {{ message?: unknown }} */ (error ?? {});
  return String(message).split('\n')[0] ?? '';
}
