import { expect, type Page } from '@playwright/test';

/** What somebody did beside typing text. */
export interface Counted {
  readonly deeds: readonly string[];
  /** What the browser does not tell as a press of its own, such as a choice in a list. */
  also(deed: string): void;
  /** Counts from nothing. */
  again(): void;
  /** Fails with what was done where it was more. */
  expectAtMost(most: number): void;
}

/**
 * Counts from here on what somebody does on a page beside typing text: each click or tap, and each key that writes
 * nothing into a field, whichever page they come to.
 */
export async function countDeeds(page: Page): Promise<Counted> {
  const deeds: string[] = [];
  await page.exposeFunction('musterDeed', (deed: string) => void deeds.push(deed));
  const listen = () => {
    const told = (window as unknown as { musterDeed: (deed: string) => Promise<void> }).musterDeed;
    const named = (target: EventTarget | null) => {
      const element =
        target instanceof Element
          ? target.closest('a, button, input, select, summary, label')
          : null;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40) ?? '';
    };
    document.addEventListener(
      'click',
      // By the keyboard a click has no number: the key was counted.
      (event) => void (event.isTrusted && event.detail > 0 && told(`click ${named(event.target)}`)),
      true,
    );
    document.addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, altKey, target, isTrusted }) => {
        const writes =
          key.length === 1 &&
          !ctrlKey &&
          !metaKey &&
          !altKey &&
          target instanceof Element &&
          target.matches('input, textarea, [contenteditable]');
        const isHeld = ['Control', 'Shift', 'Alt', 'Meta'].includes(key);
        if (isTrusted && !writes && !isHeld) void told(`key ${key}`);
      },
      true,
    );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return {
    deeds,
    again: () => void deeds.splice(0),
    also: (deed) => void deeds.push(deed),
    expectAtMost: (most) => expect(deeds.length, deeds.join('\n')).toBeLessThanOrEqual(most),
  };
}
