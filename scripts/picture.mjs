// npm run picture: makes docs/dashboard.png, the picture in the README, from the product itself: its demo.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const { projectDir, runScript, say } = await import('./lib/project.mjs');
await runScript(async () => {
  const { findBrowser } = await import('./lib/browser.mjs');
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
  const { chromium } = await import('@playwright/test');

  const demo = spawn(process.execPath, [join(projectDir, 'dist/cli/main.js'), 'demo'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => demo.once('exit', resolve));
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    demo.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      const origin = /ready at (http\S+)/.exec(chunk.toString())?.[1];
      if (origin !== undefined) resolve(origin);
    });
    demo.once('exit', () => reject(new Error('The demo ended before it was ready.')));
  });
  const origin = await ready;
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    chromiumSandbox: false,
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 860 },
      colorScheme: 'dark',
    });
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('button', { name: 'Enter as owner' }).click();
    await page.waitForURL(/\/dashboard/);
    await page.waitForFunction(
      () => Number(document.querySelector('.totals strong')?.textContent?.replace(/\D/g, '')) > 900,
      undefined,
      { timeout: 60_000 },
    );
    await page.screenshot({ path: join(projectDir, 'docs', 'dashboard.png') });
    say('docs/dashboard.png is made.');
  } finally {
    await browser.close();
    demo.kill('SIGINT');
    await gone;
  }
});
