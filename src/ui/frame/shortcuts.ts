import { signal } from '@preact/signals-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../pages.ts';
import { Keys, type KeyPlace } from './keys.ts';
import { helpOpen, paletteOpen } from './overlays.ts';

const OFF_KEY = 'muster-shortcuts-off';

/** Whether single-key shortcuts work; they can be switched off (WCAG 2.1.4). All tabs agree. */
export const shortcutsOn = signal(localStorage.getItem(OFF_KEY) === null);

addEventListener('storage', ({ key }) => {
  if (key === null || key === OFF_KEY) shortcutsOn.value = localStorage.getItem(OFF_KEY) === null;
});

export function switchShortcuts(on: boolean): void {
  shortcutsOn.value = on;
  if (on) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, '1');
}

/** The search field of a page carries this attribute; `/` focuses it. */
export const SEARCH_ATTRIBUTE = 'data-page-search';

/** What keys belong to: the page, a field, or a dialog or menu over the page. */
export function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) {
    return 'overlay';
  }
  const field = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  return field ? 'field' : 'page';
}

/** Listens for the shortcuts of the whole portal. */
export function useShortcuts(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const keys = new Keys();
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = keys.press(event, placeOf(event.target), shortcutsOn.peek());
      if (action === null) return;
      const page = action.does === 'go' ? PAGES.find(({ key }) => key === action.letter) : null;
      if (page === undefined) return;
      event.preventDefault();
      if (page !== null) navigate(page.href);
      else if (action.does === 'help') helpOpen.value = true;
      else if (action.does === 'palette') paletteOpen.value = true;
      else {
        const search = document.querySelector<HTMLElement>(`[${SEARCH_ATTRIBUTE}]`);
        if (search === null) paletteOpen.value = true;
        else search.focus();
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate]);
}
