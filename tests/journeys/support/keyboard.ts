/** What somebody does who has no pointer. */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * From where the focus is to something, as its reader would: by Tab, backwards where it is behind, and by arrows within
 * a group that is one stop. Fails with what had the focus where it does not come, or where nothing shows that it did.
 */
export async function tabTo(target: Locator, most = 60): Promise<void> {
  const { keyboard } = target.page();
  const passed: string[] = [];
  for (let presses = 0; presses <= most; presses++) {
    const { key, at } = await target.evaluate(wayTo);
    if (key === null) {
      expect(await target.evaluate(isShown), `${at} shows that it has the focus`).toBe(true);
      return;
    }
    passed.push(`${at} ${key}`);
    await keyboard.press(key);
  }
  await expect(target, passed.join('\n')).toBeFocused({ timeout: 1 });
}

/** By one key, such as an arrow. */
export async function moveTo(target: Locator, key: string, most = 40): Promise<void> {
  const { keyboard } = target.page();
  const passed: string[] = [];
  for (let presses = 0; presses <= most; presses++) {
    const { key: further, at } = await target.evaluate(wayTo);
    if (further === null) return;
    passed.push(at);
    await keyboard.press(key);
  }
  await expect(target, passed.join('\n')).toBeFocused({ timeout: 1 });
}

/** Goes to something and presses a key on it. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  const { keyboard } = target.page();
  await expect(target).toBeVisible();
  await tabTo(target);
  await keyboard.press(key);
}

/** Goes to a field and writes into it, in place of what stands there. */
export async function writeIn(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await tabTo(field);
  await keyboard.press('Control+a');
  await keyboard.type(text);
}

/** Goes to a box or one of several choices, and ticks it. */
export async function tick(box: Locator): Promise<void> {
  const { keyboard } = box.page();
  await tabTo(box);
  if (!(await box.isChecked())) await keyboard.press('Space');
  await expect(box).toBeChecked();
}

/** Goes to a list that drops down, and types what is meant. */
export async function choose(list: Locator, meant: string): Promise<void> {
  const { keyboard } = list.page();
  await tabTo(list);
  await keyboard.type(meant);
  await expect(list.locator('option:checked')).toHaveText(meant);
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

/** The next key on the way to an element, null where it has the focus, and what has it. Runs in the page. */
function wayTo(element: Element): { readonly key: string | null; readonly at: string } {
  const from = document.activeElement ?? document.body;
  const at = from.outerHTML.slice(0, 120);
  if (from === element) return { key: null, at };
  const isBehind = (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const radios = [element, from].map((one) => (one.matches('input[type=radio]') ? one : null));
  const [name, other] = radios.map((radio) => radio?.getAttribute('name') ?? null);
  const group = element.closest('[role=tablist], [role=menu]') ?? element.parentElement;
  const isRoving = element.getAttribute('tabindex') === '-1' && group?.contains(from) === true;
  if (isRoving || (name !== null && name === other)) {
    if (group?.matches('[role=tablist]') === true)
      return { key: isBehind ? 'ArrowLeft' : 'ArrowRight', at };
    return { key: isBehind ? 'ArrowUp' : 'ArrowDown', at };
  }
  return { key: isBehind && from !== document.body ? 'Shift+Tab' : 'Tab', at };
}

/** Whether an element that has the focus can be seen, and shows it by a ring of its own or around it. Runs in the page. */
function isShown(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInWindow =
    bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
  if (!isInWindow || !element.matches(':focus-visible')) return false;
  // The palette's field has a line under it instead.
  if (element.closest('.palette-field') !== null) return true;
  // A box that is drawn by what stands beside it has its ring there.
  const ringed: (Element | null)[] = [element, element.nextElementSibling];
  for (let one = element.parentElement; one !== null && ringed.length < 5; one = one.parentElement)
    ringed.push(one);
  return ringed.some((one) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  });
}
