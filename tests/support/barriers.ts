/** What axe finds in what a test has drawn. */
import axe from 'axe-core';
import { page } from 'vitest/browser';

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A part of a page is no page: it has no heading and no landmarks of its own. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one'];

/** What a library puts beside a menu to send the focus on: it never rests there. */
const GUARDS = '[data-base-ui-focus-guard]';

async function findings(
  element: Element,
  what: string,
  options: axe.RunOptions,
): Promise<readonly string[]> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const sliding = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(sliding.map(({ finished }) => finished));
  const where = { include: element, exclude: [GUARDS] };
  const { violations } = await axe.run(where, { resultTypes: ['violations'], ...options });
  return violations.map(
    ({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/** What axe finds in an element at each width, target sizes included, and in its colours on light. */
export async function barriersIn(
  element: Element,
  widths: readonly number[] = [1_440, 768, 390],
): Promise<readonly string[]> {
  const root = document.documentElement;
  const off = Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }]));
  const found: string[] = [];
  for (const width of widths) {
    await page.viewport(width, 844);
    const rules = { 'target-size': { enabled: true }, ...off };
    found.push(...(await findings(element, `${width}`, { runOnly: EVERY_RULE, rules })));
    const beyond = root.scrollWidth - root.clientWidth;
    if (beyond > 0) found.push(`${width}: ${beyond} px wider than the window`);
  }
  const before = root.dataset['theme'];
  root.dataset['theme'] = before === 'light' ? 'dark' : 'light';
  found.push(...(await findings(element, root.dataset['theme'], { runOnly: ['color-contrast'] })));
  if (before === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = before;
  return found;
}

/** Loads every style sheet there is: what the portal looks like, a test's part of it looks like then. */
export async function loadStyles(): Promise<void> {
  await Promise.all(Object.values(import.meta.glob('../../src/ui/**/*.css')).map((load) => load()));
}
