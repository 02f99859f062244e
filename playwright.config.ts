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
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: await findBrowser() },
    // Pictures of every frame would cost a tenth of the time; what the page held is there without them.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
