import { expect, it } from 'vitest';
import { liveBrowser, type Browser } from './tabs.ts';

const MINUTE_MS = 60_000;

/** Calls that use the session while so many hours pass; `each` happens every minute. */
async function usesIn(browser: Browser, hours: number, each: () => void): Promise<number> {
  browser.host.calls.length = 0;
  for (let minute = 0; minute < hours * 60; minute += 1) {
    each();
    await browser.clock.advance(MINUTE_MS);
  }
  return browser.host.calls.filter((call) => call.endsWith('/@me/session')).length;
}

it('thirteen hours of a wall that asks for signs use the session once, so that it does not end', async () => {
  const browser = await liveBrowser();
  await browser.tab('wall');
  expect(await usesIn(browser, 13, () => browser.worker.sign())).toBe(1);
  expect(browser.worker.link.state.kind).toBe('live');
});

it('thirteen hours in which nobody asks leave it alone, whatever the connection does', async () => {
  const browser = await liveBrowser();
  await browser.tab('A');
  let minutes = 0;
  const flaky = () => {
    minutes += 1;
    if (minutes % 60 === 0) browser.host.close();
  };
  expect(await usesIn(browser, 13, flaky)).toBe(0);
  expect(browser.host.calls.filter((call) => call.endsWith('/@me/status')).length).toBeGreaterThan(
    12,
  );
});

it('a host that is away is not asked, and asked when it is back', async () => {
  const browser = await liveBrowser();
  await browser.tab('wall');
  browser.host.down = true;
  browser.host.close();
  expect(await usesIn(browser, 13, () => browser.worker.sign())).toBe(0);
  browser.host.down = false;
  expect(await usesIn(browser, 1, () => browser.worker.sign())).toBe(1);
});
