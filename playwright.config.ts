import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/lib/browser.mjs';

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/database-service.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: await findBrowser() },
    // Pictures of every frame would cost a tenth of the time; what the page held is there without them.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
