import './scripts/lib/group-by.mjs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { bareBrowser } from './scripts/lib/browser.mjs';

const browserTests = '**/*.browser.test.{ts,tsx}';
const workerTests = 'tests/worker/**/*.test.ts';
const hostTests = ['src/host/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'];

// Prepared before the tests begin: a package that is found while they run would come with a second React.
const prepared = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'i18next',
  'wouter',
  'wouter/use-browser-location',
  '@preact/signals-core',
  '@preact/signals-react',
  'axe-core',
  '@base-ui/react/combobox',
  '@base-ui/react/dialog',
  '@base-ui/react/field',
  '@base-ui/react/menu',
  '@base-ui/react/tabs',
  '@tanstack/react-virtual',
  'lucide-react',
  'uplot',
  'zod',
  'comlink',
  'dexie',
  'rxjs',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  'papaparse',
  'fast-check',
];

/** What a test waits for may take so long on a busy machine; by itself `expect.poll` gives up after a second. */
const patient = (timeout: number) => ({ poll: { timeout } });

export default defineConfig(async () => ({
  test: {
    // Tests of the host wait for their database more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [browserTests, 'src/host/**'],
          // What is tested here keeps nothing between files: loading it anew for each takes half of their time.
          pool: 'threads',
          isolate: false,
          testTimeout: 30_000,
          expect: patient(15_000),
        },
      },
      {
        test: {
          name: 'host',
          include: hostTests,
          exclude: [browserTests, 'tests/journeys/**', workerTests],
          globalSetup: ['tests/support/database-service.ts'],
          // Likewise: to load the host anew for each file takes as long as its tests do.
          isolate: false,
          // A test that fails leaves no spy to the next.
          restoreMocks: true,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: patient(20_000),
        },
      },
      {
        test: {
          // Each file by itself: whether there is a database of the browser's is decided when its modules are loaded.
          name: 'worker',
          include: [workerTests],
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: patient(20_000),
        },
      },
      {
        plugins: [react()],
        optimizeDeps: { include: prepared },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}', 'tests/**/*.browser.test.{ts,tsx}'],
          testTimeout: 20_000,
          expect: patient(15_000),
          // As for journeys: a machine that is busy holds nobody up, and what passed only then is named.
          retry: 1,
          provide: { long: process.env['MUSTER_LONG'] !== undefined },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { print: (_: unknown, text: string) => void process.stdout.write(text) },
            provider: playwright({ launchOptions: (await bareBrowser()).launch }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
}));
