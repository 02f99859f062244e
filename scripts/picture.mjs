// npm run picture: makes docs/pictures, which the README shows, from the product itself: its demo.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of what is written, nothing is seen to be lost at this quality, and a picture has less than 150 kB. */
const QUALITY = 0.9;
/** A server of the demo on which people talk and come and go. */
const SERVER = 'Deer Isle PvE';
/** How long the servers were connected when the fleet is shown. */
const UPTIME = /connected [5-9] min/;

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
    const encoder = await browser.newPage();
    const folder = join(projectDir, 'docs', 'pictures');
    mkdirSync(folder, { recursive: true });
    /** @param {string} name */
    const take = async (name) => {
      const png = (await page.screenshot()).toString('base64');
      const webp = await encoder.evaluate(
        async ([shot, quality]) => {
          const picture = new Image();
          picture.src = `data:image/png;base64,${shot}`;
          await picture.decode();
          const canvas = document.createElement('canvas');
          canvas.width = picture.width;
          canvas.height = picture.height;
          canvas.getContext('2d')?.drawImage(picture, 0, 0);
          return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
        },
        /** @type {const} */ ([png, QUALITY]),
      );
      writeFileSync(join(folder, `${name}.webp`), Buffer.from(webp, 'base64'));
      say(`docs/pictures/${name}.webp is made.`);
    };

    await page.goto(`${origin}/dashboard`);
    await page.getByRole('button', { name: 'Enter as owner' }).click();
    await page.waitForURL(/\/dashboard/);
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('.totals strong')].some(
          ({ textContent }) => Number(textContent.replace(/\D/g, '')) > 900,
        ),
      undefined,
      { timeout: 60_000 },
    );
    await page.getByRole('main').getByRole('link', { name: SERVER, exact: true }).click();
    await page
      .getByRole('main')
      .locator('.feed-entry')
      .nth(11)
      .waitFor({ state: 'attached', timeout: 180_000 });
    await take('server');

    await page.goto(`${page.url().split('?')[0]}?panel=chart`);
    await page.getByText('on average').waitFor();
    await take('charts');

    // A fleet that was connected a moment ago shows little of what is known of it.
    await page.goto(`${origin}/dashboard`);
    await page
      .locator('.server-table [data-column=uptime]')
      .filter({ hasText: UPTIME })
      .first()
      .waitFor({ timeout: 600_000 });
    await page.locator('.server-table .spark').first().waitFor();
    await page.locator('.fleet-chart .spark').waitFor();
    await take('dashboard');

    await page.setViewportSize({ width: 1440, height: 810 });
    await page.goto(`${origin}/wall`);
    await page.getByRole('img', { name: /24 servers/ }).waitFor();
    await page.waitForFunction(() => !document.body.textContent.includes('Connecting'));
    // Faces and counts are there with the next frames.
    await page.evaluate(() => document.fonts.ready);
    await page.locator('canvas').first().waitFor();
    await take('wall');
  } finally {
    await browser.close();
    demo.kill('SIGINT');
    await gone;
  }
});
