import { useCallback, useState, type ReactNode } from 'react';

type Shows = (close: () => void) => ReactNode;

/** The dialog of a screen, and what opens one: it is as its screen was then, until it closes itself or the screen goes. */
export function useDialog(): readonly [ReactNode, (shows: Shows) => void] {
  const [shows, setShows] = useState<Shows | null>(null);
  const close = useCallback(() => setShows(null), []);
  const open = useCallback((next: Shows) => setShows(() => next), []);
  return [shows?.(close), open];
}
