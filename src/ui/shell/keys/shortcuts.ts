import { signal } from '@preact/signals-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { takeBack } from '../../parts/toasts.tsx';
import { Keys, type KeyPlace } from './keys.ts';
import { helpOpen, paletteOpen } from './overlays.ts';
import { pageDeeds } from './page-deeds.ts';
import type { Reach } from './reach.ts';

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
  // Nothing is written into a slider or a tick: letters mean what they mean on the page.
  const written =
    target instanceof HTMLInputElement && !/^(range|checkbox|radio)$/.test(target.type);
  const field = written || target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
  return field ? 'field' : 'page';
}

/** Listens for the shortcuts of the whole portal, and for the keys of what a page offers to do. */
export function useShortcuts({ pages }: Reach): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const keys = new Keys();
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const place = placeOf(event.target);
      const single = shortcutsOn.peek();
      const action = keys.press(event, place, single);
      if (action === null) {
        const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
        if (single && plain && place === 'page') deedOf(event.key)?.run();
        return;
      }
      const page = action.does === 'go' ? pages.find(({ key }) => key === action.letter) : null;
      if (page === undefined) return;
      if (action.does === 'undo' && !takeBack()) return;
      event.preventDefault();
      if (page !== null) navigate(page.href);
      else if (action.does === 'help') helpOpen.value = true;
      else if (action.does === 'palette') paletteOpen.value = true;
      else if (action.does === 'search') {
        const search = document.querySelector<HTMLElement>(`[${SEARCH_ATTRIBUTE}]`);
        if (search === null) paletteOpen.value = true;
        else search.focus();
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, pages]);
}

function deedOf(key: string) {
  return pageDeeds.peek()?.deeds.find((deed) => deed.key === key);
}
