import { computed, signal, type ReadonlySignal } from '@preact/signals-react';

export type Theme = 'system' | 'dark' | 'light';
const KEY = 'muster-theme';

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return value === 'dark' || value === 'light' ? value : 'system';
}

/** The chosen theme; other tabs follow by the storage event. */
export const theme = signal<Theme>(stored());

const systemLight = matchMedia('(prefers-color-scheme: light)');
const system = signal<'dark' | 'light'>(systemLight.matches ? 'light' : 'dark');
systemLight.addEventListener('change', ({ matches }) => {
  system.value = matches ? 'light' : 'dark';
});

/** The theme that shows, also where the system chooses it. */
export const shownTheme: ReadonlySignal<'dark' | 'light'> = computed(() =>
  theme.value === 'system' ? system.value : theme.value,
);

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
