import { signal } from '@preact/signals-react';

export type Theme = 'system' | 'dark' | 'light';
const KEY = 'muster-theme';

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return value === 'dark' || value === 'light' ? value : 'system';
}

/** The chosen theme; other tabs follow by the storage event. */
export const theme = signal<Theme>(stored());

export function chooseTheme(next: Theme): void {
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  show(next);
}

function show(next: Theme): void {
  theme.value = next;
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}

addEventListener('storage', (event) => {
  if (event.key === KEY) show(stored());
});
