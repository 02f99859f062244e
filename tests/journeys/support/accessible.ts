import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The sizes that every screen is looked at in. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

/** axe finds nothing on the page once it is drawn, target sizes included. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await barriersOf(page)).toEqual([]);
}

const EVERY_RULE = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
] as const;

/** What axe finds on the page once it is drawn, by all of its rules or some. */
export async function barriersOf(
  page: Page,
  runOnly: readonly string[] = EVERY_RULE,
): Promise<readonly string[]> {
  await expect(page.locator('h1').first()).toBeAttached();
  await page.evaluate(stands);
  // Half a megabyte: once for each document, however often it is looked at.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (tags) => {
      const { axe: there } = window as unknown as { readonly axe: typeof axe };
      const { violations } = await there.run({
        runOnly: tags,
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: true } },
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      );
    },
    [...runOnly],
  );
}

/** The page is as wide as the window, and no wider, once it is laid out for it. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow).toBe(0);
}

/** Ends in the page once it is drawn for the size that it has, and nothing slides any more. */
async function stands(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const sliding = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(sliding.map(({ finished }) => finished));
}
