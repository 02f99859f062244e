import './scripts/lib/group-by.mjs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/lib/browser.mjs';

const browserTests = '**/*.browser.test.{ts,tsx}';
const hostTests = ['src/host/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'];

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
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'host',
          include: hostTests,
          exclude: [browserTests, 'tests/journeys/**'],
          globalSetup: ['tests/support/database-service.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}', 'tests/**/*.browser.test.{ts,tsx}'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: await findBrowser() } }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
}));
