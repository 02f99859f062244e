/** What a key means, as a decision over what was pressed before. */

/** Keys that work alone, outside of fields. */
export const SINGLE_KEYS = { '/': 'search', '?': 'help' } as const;
/** Keys that work with Ctrl or ⌘, everywhere; in a field what was typed there is taken back. */
export const COMMAND_KEYS = { k: 'palette', z: 'undo' } as const;
/** The key that waits for the letter of a page. */
export const GO_KEY = 'g';

type Told =
  | (typeof SINGLE_KEYS)[keyof typeof SINGLE_KEYS]
  | (typeof COMMAND_KEYS)[keyof typeof COMMAND_KEYS];

/** `go`: the letter of a page. */
export type KeyAction = { readonly does: Told } | { readonly does: 'go'; readonly letter: string };

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** A letter is being put together (IME): nothing of it is a shortcut. */
  readonly isComposing: boolean;
  /** Milliseconds. */
  readonly timeStamp: number;
}

/** `g` and the next letter must come within this time. */
const CHORD_MS = 1_500;

/** Where a key went: into a field, a dialog or menu over the page, or nowhere. */
export type KeyPlace = 'page' | 'field' | 'overlay';

/** Takes keys one after the other, and knows when `g` waits for its letter. */
export class Keys {
  #goUntil = Number.NEGATIVE_INFINITY;

  /** What a key asks for; null where it is nobody's. `single`: whether keys without Ctrl or ⌘ count. */
  press(pressed: Pressed, place: KeyPlace, single: boolean): KeyAction | null {
    const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp } = pressed;
    if (pressed.isComposing) return null;
    const going = timeStamp < this.#goUntil;
    if (key !== 'Shift') this.#goUntil = Number.NEGATIVE_INFINITY;
    const command = ctrlKey !== metaKey;
    if (command && !altKey && !shiftKey) {
      const does = told(COMMAND_KEYS, key.toLowerCase());
      const foreign = place === 'overlay' || (does === 'undo' && place === 'field');
      return does === undefined || foreign ? null : { does };
    }
    if (!single || place !== 'page' || ctrlKey || metaKey || altKey) return null;
    if (going && key.length === 1) return { does: 'go', letter: key.toLowerCase() };
    if (key === GO_KEY) this.#goUntil = timeStamp + CHORD_MS;
    const does = told(SINGLE_KEYS, key);
    return does === undefined ? null : { does };
  }
}

function told<T>(keys: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
