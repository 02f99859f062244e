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
    // A tenth of the time each, traces and the pictures in them: here `--trace on` asks for what failed again.
    trace: { mode: process.env['CI'] ? 'retain-on-failure' : 'off', screenshots: false },
  },
});
