import { historyEntry } from './scroll-restoration.ts';

/** Where in the tab's history somebody has arrived: a panel that is drawn again takes nobody back to it. */
let arrived: string | null = null;

/**
 * Begins to read at a heading, once for this entry of the tab's history, and stays there while what stands above it comes,
 * until somebody does something. Answers how to give that up.
 */
export function arriveAt(heading: HTMLElement): () => void {
  const here = historyEntry();
  const panel = heading.closest('section');
  const page = panel?.parentElement ?? null;
  if (arrived === here || panel === null || page === null) return () => undefined;
  arrived = here;
  const show = () => panel.scrollIntoView({ block: 'start' });
  const grows = new ResizeObserver(show);
  const stop = () => {
    grows.disconnect();
    for (const touch of TOUCHES) removeEventListener(touch, stop, true);
  };
  heading.focus({ preventScroll: true });
  show();
  grows.observe(page);
  for (const touch of TOUCHES) addEventListener(touch, stop, true);
  return stop;
}

const TOUCHES = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
