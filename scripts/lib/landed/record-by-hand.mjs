import { chromium } from '@playwright/test';
import { findBrowser } from '../browser.mjs';

/**
 * Opens the portal as whoever has the session, and saves a recording of what a tab saw.
 * @param {string} origin
 * @param {string} session the value of the cookie
 * @param {string} path
 * @param {number} milliseconds
 */
export async function recordByHand(origin, session, path, milliseconds) {
  const browser = await chromium.launch({ executablePath: await findBrowser() });
  try {
    const context = await browser.newContext({ locale: 'en-US', acceptDownloads: true });
    await context.addCookies([{ name: 'muster_session', value: session, url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('main').getByRole('link', { name: 'Chernarus' }).click();
    await page.locator('.players bdi').first().waitFor();
    const inspector = await context.newPage();
    await inspector.goto(`${origin}/inspector`);
    await inspector.getByRole('button', { name: 'Start recording' }).click();
    await inspector.getByText('Recording since').waitFor();
    await page.waitForTimeout(milliseconds);
    await inspector.getByLabel('Leave names and texts as they are').check();
    const download = inspector.waitForEvent('download');
    await inspector.getByRole('button', { name: 'Stop and save' }).click();
    await (await download).saveAs(path);
  } finally {
    await browser.close();
  }
}
