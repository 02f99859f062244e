/** What somebody does who has no pointer. */
import { expect, type Locator, type Page } from '@playwright/test';

/** From where the focus is to something, by Tab; fails with what had the focus where it does not come. */
export async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  await moveTo(page, target, 'Tab', most);
}

/** The same by another key, such as an arrow. */
export async function moveTo(page: Page, target: Locator, key: string, most = 40): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses <= most; presses++) {
    const focused = page.locator(':focus');
    if (await target.evaluate((element) => element === document.activeElement)) return;
    if ((await focused.count()) > 0) {
      passed.push(await focused.evaluate((element) => element.outerHTML.slice(0, 120)));
    }
    await page.keyboard.press(key);
  }
  await expect(target, passed.join('\n')).toBeFocused({ timeout: 1 });
}

/** Goes by Tab to something and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Opens the palette, types, and takes the line that it then offers first. */
export async function byPalette(page: Page, typed: string, meant: RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Page, server, player or action' });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(typed);
  await expect(page.getByRole('option', { selected: true })).toHaveText(meant);
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
}
