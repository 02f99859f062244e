import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Lists inside stay where they were scrolled to when `order` changes: a browser forgets it of an element
 * that is put elsewhere.
 */
export function useKeptScrollPositions(order: string) {
  const container = useRef<HTMLDivElement>(null);
  const tops = useRef(new Map<Element, number>());

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const scrolled = ({ target }: Event) => {
      if (target instanceof Element) tops.current.set(target, target.scrollTop);
    };
    element.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => element.removeEventListener('scroll', scrolled, { capture: true });
  }, []);

  useLayoutEffect(() => {
    for (const [element, top] of tops.current) {
      if (!element.isConnected) tops.current.delete(element);
      else if (element.scrollTop !== top) element.scrollTo({ top, behavior: 'instant' });
    }
  }, [order]);

  return container;
}
