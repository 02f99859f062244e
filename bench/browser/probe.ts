import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the probe's row showed, and when. */
    seen: [players: number, at: number][];
  }
}

/** Notes from now on when the dashboard shows which number of players on the probe. */
export async function watchProbe(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.seen = [];
    let last = -1;
    const find = () =>
      [...document.querySelectorAll('tr')].find((row) => row.textContent?.includes('0 probe'));
    let row = find();
    const look = () => {
      if (row?.isConnected !== true) row = find();
      const cell = row?.querySelector('td[data-column="players"]');
      const players = Number((cell?.textContent ?? '').replace(/\D/g, ''));
      if (Number.isNaN(players) || players === last) return;
      last = players;
      window.seen.push([players, performance.timeOrigin + performance.now()]);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

/**
 * Milliseconds from each moment at which the probe's next number was sent (1, 2, …) to the DOM. What was
 * overtaken by a later number is there with it; what is not there at all is left out.
 */
export async function seenOf(page: Page, sent: readonly number[]): Promise<readonly number[]> {
  const seen = await page.evaluate(() => window.seen);
  return sent.flatMap((at, index) => {
    const [, shown] = seen.find(([players]) => players > index) ?? [];
    return shown === undefined ? [] : [shown - at];
  });
}
