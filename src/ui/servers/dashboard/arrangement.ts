import { signal } from '@preact/signals-react';

/** Where the console stands on a wide screen: in a tab of its own, or beside the players. This browser keeps it. */
type ConsolePlace = 'tab' | 'beside';
const KEY = 'muster-console';

function stored(): ConsolePlace {
  return localStorage.getItem(KEY) === 'beside' ? 'beside' : 'tab';
}

/** Other tabs follow by the storage event. */
export const consolePlace = signal<ConsolePlace>(stored());

export function placeConsole(next: ConsolePlace): void {
  if (next === 'tab') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  consolePlace.value = next;
}

addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) consolePlace.value = stored();
});
