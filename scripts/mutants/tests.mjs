import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { projectDir } from '../lib/project.mjs';
import { instrument } from './mutate.mjs';

/**
 * @typedef {import('./pick.mjs').Picked} Picked
 * @typedef {{ file: string, task: string | null, reached: [number, number][] }} Told
 * @typedef {{ file: string, tasks: string[] | null }} Chosen tests of one file; null for all of them
 * @typedef {'caught' | 'survived'} Verdict
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
 * @param {{ mutants: readonly Picked[], workers: number, told: string, include: string[] }} options `told` is the
 *   file that says what each test reached
 */
export async function openTests({ mutants, workers, told, include }) {
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
    /** Runs every test without a mutant: how long each took, and the files whose tests fail by themselves. */
    async reach() {
      writeFileSync(told, '');
      switchTo(0, 0);
      await vitest.runTestSpecifications(specifications, true);
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
      const lines = readFileSync(told, 'utf8').trim().split('\n');
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
     * @returns {Promise<Verdict>}
     */
    async judge(mutant, limit, chosen) {
      for (const { file, tasks } of chosen) {
        switchTo(mutant, limit);
        const options = tasks === null ? {} : { testIds: tasks };
        const result = await vitest.runTestSpecifications([
          project.createSpecification(file, options),
        ]);
        const good = result.unhandledErrors.length === 0 && result.testModules.every((m) => m.ok());
        if (!good) return 'caught';
      }
      return 'survived';
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
