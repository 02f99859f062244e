import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/lib/browser.mjs';

/** Journeys that wait for the product's own clocks (an outage, a worker that hangs) more than they compute. */
const patient = ['**/faults.spec.ts', '**/wall-alone.spec.ts'];

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/support/database-service.ts',
  // Each test by itself, so that no worker is left with the long files.
  fullyParallel: true,
  // Those that wait stand beside those that compute: at the end of a line of their own they would leave processors idle.
  workers: 4,
  projects: [
    { name: 'patient', testMatch: patient, workers: 2 },
    { name: 'busy', testMatch: '**/*.spec.ts', testIgnore: patient, workers: 2 },
  ],
  // A machine that is busy with something else holds nobody up; what passed only then is named at the end.
  retries: 1,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 60_000,
    launchOptions: { executablePath: await findBrowser() },
    // It costs a fifth of the processor's time, and what the page held when a journey failed is told without it.
    trace: process.env.MUSTER_TRACE === undefined ? 'off' : 'retain-on-failure',
  },
});
