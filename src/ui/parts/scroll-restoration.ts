import { useLayoutEffect, useRef, type RefObject } from 'react';

const tops = new Map<string, number>();
/** What is to be scrolled may come after its page. */
const PATIENCE_MS = 1_000;

/** The entry of the tab's history that is looked at; by its address where the browser does not tell. */
export function historyEntry(): string {
  const current = 'navigation' in window ? navigation.currentEntry : null;
  return current?.key ?? location.href;
}

/**
 * Has a scroller where it stood when somebody comes back to this entry of the history. `place`: with
 * another one it begins at its top; null while there is nothing to scroll.
 */
export function useScrollRestoration(
  scroller: RefObject<HTMLElement | null>,
  place: string | null,
): void {
  const known = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || place === null) return;
    const key = () => `${place} ${historyEntry()}`;
    const kept = tops.get(key());
    const wanted = kept ?? 0;
    const until = performance.now() + PATIENCE_MS;
    let frame = 0;
    // A new one stands at its top: to look would lay out the page before it is drawn.
    let settled = kept === undefined && known.current !== element;
    known.current = element;
    const restore = () => {
      if (settled) return;
      if (element.scrollTop !== wanted) element.scrollTop = wanted;
      settled = Math.abs(element.scrollTop - wanted) <= 1 || performance.now() > until;
      if (!settled) frame = requestAnimationFrame(restore);
    };
    restore();
    const scrolled = () => {
      if (settled) tops.set(key(), element.scrollTop);
    };
    const touched = () => {
      settled = true;
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('wheel', touched, { passive: true });
    element.addEventListener('pointerdown', touched, { passive: true });
    document.addEventListener('keydown', touched, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('wheel', touched);
      element.removeEventListener('pointerdown', touched);
      document.removeEventListener('keydown', touched, { capture: true });
    };
  }, [scroller, place]);
}
