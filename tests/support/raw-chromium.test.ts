import { expect, test } from 'vitest';
import { RawChromium } from './raw-chromium.ts';

const NOTED = `window.seen = [document.visibilityState];
document.addEventListener('visibilitychange', () => seen.push(document.visibilityState));`;

test('a tab behind another is hidden in every browser, and hears of it', async () => {
  const browser = await RawChromium.start();
  try {
    const first = await browser.tab('about:blank', NOTED);
    const seen = () => first.evaluate<string[]>('window.seen');
    await expect.poll(seen).toEqual(['visible']);
    const second = await browser.tab('about:blank', NOTED);
    await expect.poll(seen).toEqual(['visible', 'hidden']);
    await first.show();
    await expect.poll(seen).toEqual(['visible', 'hidden', 'visible']);
    await expect.poll(() => second.evaluate('document.visibilityState')).toBe('hidden');
    await first.close();
    await second.show();
    await expect.poll(() => second.evaluate('document.visibilityState')).toBe('visible');
  } finally {
    await browser.close();
  }
});
