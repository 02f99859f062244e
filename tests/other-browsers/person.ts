/** Somebody in front of another browser: they look for words, press what they see, and type. */
import { vi } from 'vitest';
import { KEY, type Tab } from './tab.ts';

/** What can be pressed, by the role that assistive technology tells. */
type Role = 'button' | 'link' | 'menuitem' | 'tab' | 'radio' | 'option';

const PATIENCE = { timeout: 30_000, interval: 100 };

/** Runs in the page: the middle of what is named so and seen, once it stands still and nothing is over it. */
const PLACE = `async (role, name) => {
  const made = { button: 'button, summary', link: 'a[href]', radio: 'input[type=radio]', field: 'input, textarea, select' };
  const words = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => words(
    element.getAttribute('aria-label') ||
    (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim() ||
    [...(element.labels ?? [])].map((label) => label.textContent).join(' ') ||
    element.textContent || element.placeholder);
  const selector = [made[role], '[role=' + role + ']'].filter(Boolean).join(', ');
  const all = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const exact = all.filter((element) => nameOf(element) === name);
  const found = exact[0] ?? all.find((element) => nameOf(element).includes(name));
  if (found === undefined) return { missing: all.map(nameOf).slice(0, 60) };
  found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const before = found.getBoundingClientRect();
  for (let frame = 0; frame < 5; frame++) await new Promise((next) => requestAnimationFrame(next));
  const { left, top, width, height } = found.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return { missing: ['it moves'] };
  const x = left + width / 2, y = top + height / 2;
  const hit = document.elementFromPoint(x, y);
  const label = hit?.closest('label');
  if (!found.contains(hit) && !hit?.contains(found) && !(label && label.control === found)) return { missing: ['it is covered by ' + hit?.outerHTML.slice(0, 80)] };
  return { x, y };
}`;

/** Where it is, or what there is in its place. */
type Place = { readonly x: number; readonly y: number } | { readonly missing: readonly string[] };

export class Person {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** Waits until the page says so. */
  async sees(words: string): Promise<void> {
    await vi.waitFor(async () => {
      const seen = await this.tab.ask<string>('document.body.innerText');
      if (!seen.includes(words)) throw new Error(`'${words}' is not among:\n${seen}`);
    }, PATIENCE);
  }

  /** Waits until the page's address is so. */
  async isAt(address: RegExp): Promise<void> {
    await vi.waitFor(async () => {
      const href = await this.tab.ask<string>('location.href');
      if (!address.test(href)) throw new Error(`${href} is not ${address}.`);
    }, PATIENCE);
  }

  async presses(role: Role, name: string): Promise<void> {
    await this.#press(role, name);
  }

  /** Types into a field, over what is in it. */
  async writes(label: string, text: string): Promise<void> {
    await this.#press('field', label);
    await this.tab.ask('document.activeElement.select?.() ?? null');
    await this.tab.type(text);
  }

  async submits(): Promise<void> {
    await this.tab.type(KEY.enter);
  }

  async #press(role: Role | 'field', name: string): Promise<void> {
    await this.tab.show();
    const ask = `(${PLACE})(${JSON.stringify(role)}, ${JSON.stringify(name)})`;
    const { x, y } = await vi.waitFor(async () => {
      const place = await this.tab.ask<Place>(ask);
      if (!('missing' in place)) return place;
      throw new Error(`No ${role} '${name}' can be pressed: ${place.missing.join(' | ')}`);
    }, PATIENCE);
    await this.tab.press(x, y);
  }
}
