/**
 * Unsaved work asks before the person goes elsewhere in the portal. The router asks `mayLeave` for
 * each of its moves; a form that has something to lose holds it back.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react';
import type { AroundNavHandler } from 'wouter';

const leaving = signal<(() => void) | null>(null);
let held = 0;

/** The move that waits for an answer: calling it leaves. null: none waits. */
export const waitingMove: ReadonlySignal<(() => void) | null> = leaving;

/** The router's moves: a person's to another page waits while something is unsaved, a redirect does not. */
export const aroundNav: AroundNavHandler = (navigate, path, options) => {
  const leave = () => navigate(path, options);
  const isHere = path.split(/[?#]/)[0] === location.pathname;
  if (held === 0 || isHere || options?.replace === true) leave();
  else leaving.value = leave;
};

/** The person stays. */
export function stay(): void {
  leaving.value = null;
}

/** Holds moves back until the answered function is called; also closing the tab, and back and forward. */
export function holdBack(): () => void {
  held += 1;
  const close = (event: BeforeUnloadEvent) => event.preventDefault();
  const traverse = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || !event.canIntercept) return;
    if (new URL(event.destination.url).pathname === location.pathname) return;
    event.preventDefault();
    const { key } = event.destination;
    leaving.value = () => {
      release();
      navigation.traverseTo(key);
    };
  };
  addEventListener('beforeunload', close);
  const history = 'navigation' in window ? navigation : null;
  history?.addEventListener('navigate', traverse);
  let released = false;
  const release = () => {
    if (released) return;
    released = true;
    held -= 1;
    leaving.value = null;
    removeEventListener('beforeunload', close);
    history?.removeEventListener('navigate', traverse);
  };
  return release;
}
