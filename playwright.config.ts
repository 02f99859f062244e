import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/lib/browser.mjs';

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/database-service.ts',
  // Each test by itself, so that no worker is left with the long files.
  fullyParallel: true,
  // Journeys wait for the product's own clocks more than they compute.
  workers: 3,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: await findBrowser() },
    // Pictures of every frame would cost a tenth of the time; what the page held is there without them.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
