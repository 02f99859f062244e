import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { now } from './figures.ts';
import type { LoadHost } from './load-host.ts';

declare global {
  interface Window {
    /** What the probe's row showed, and when. */
    seen: [players: number, at: number][];
  }
}

const EVERY_MS = 100;

/** Has the probe's number of players grow by one ten times a second. Answers when each was sent. */
export async function probe(host: LoadHost, seconds: number): Promise<readonly number[]> {
  const sent: number[] = [];
  while (sent.length < (seconds * 1_000) / EVERY_MS) {
    await sleep(EVERY_MS);
    const frame = host.world.observe(host.probe, {
      players: sent.length + 1,
      slots: 10_000,
      queue: null,
      source: 'live',
    });
    sent.push(now());
    host.tell([frame]);
  }
  return sent;
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
