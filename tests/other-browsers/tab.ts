/** A browser that is driven by its own protocol, as far as a journey needs it. */
export interface OtherBrowser {
  /** Another tab of the same window, so that both share one worker. */
  open(url: string): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  go(url: string): Promise<void>;
  /** Brings it to the front. */
  show(): Promise<void>;
  /** What an expression is in the page; a promise is waited for. It has to be JSON, and no `undefined`. */
  ask<T>(expression: string): Promise<T>;
  /** Presses the pointer there, in CSS pixels of what is seen. */
  press(x: number, y: number): Promise<void>;
  /** Presses keys, one after the other: characters, or those of `KEY`. */
  type(keys: string): Promise<void>;
}

/** Keys that are no characters, as WebDriver writes them. */
export const KEY = { enter: '\uE007', tab: '\uE004', down: '\uE015', escape: '\uE00C' } as const;

/** What WebDriver calls a key that goes down and up again. */
export function keyActions(keys: string): readonly object[] {
  const actions = Array.from(keys).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** What WebDriver calls a click. */
export function pointerActions(x: number, y: number): readonly object[] {
  const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' };
  const press = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', actions: [move, ...press] }];
}
