import { signal } from '@preact/signals-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { to } from '../routes.ts';

const OFF_KEY = 'muster-shortcuts-off';

/** Whether single-key shortcuts work; they can be switched off (WCAG 2.1.4). */
export const shortcutsOn = signal(localStorage.getItem(OFF_KEY) === null);

export function switchShortcuts(on: boolean): void {
  shortcutsOn.value = on;
  if (on) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, '1');
}

/** The search field of a page carries this attribute; `/` focuses it. */
export const SEARCH_ATTRIBUTE = 'data-page-search';

/** `g` and the next letter must come within this time. */
const CHORD_MS = 1_000;

/** Whether keys belong to what has the focus: a field, or a dialog or menu over the page. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest('[role="dialog"], [role="menu"]') !== null)
  );
}

/** Listens for the shortcuts of the whole portal. */
export function useShortcuts(help: () => void): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    let chordUntil = 0;
    const pressed = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!shortcutsOn.peek() || !plain || event.defaultPrevented || takesKeys(event.target))
        return;
      if (event.timeStamp < chordUntil) {
        chordUntil = 0;
        if (event.key === 'd') navigate(to.dashboard());
        else if (event.key === 'a') navigate(to.addServer());
        else if (event.key === 'i') navigate(to.inspector());
        return;
      }
      if (event.key === 'g') chordUntil = event.timeStamp + CHORD_MS;
      else if (event.key === '?') help();
      else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>(`[${SEARCH_ATTRIBUTE}]`);
        if (search === null) return;
        event.preventDefault();
        search.focus();
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [help, navigate]);
}
