import { historyEntry } from './scroll-restoration.ts';

/**
 * The entries of the tab's history in which somebody has arrived: neither a panel that is drawn again nor a way back takes them to
 * it once more, over where the page stood.
 */
const arrived = new Set<string>();

/**
 * Begins to read at a heading, once for this entry of the tab's history, and stays there while what stands above it comes,
 * until somebody does something. Answers how to give that up.
 */
export function arriveAt(heading: HTMLElement): () => void {
  const here = historyEntry();
  const panel = heading.closest('section');
  const page = panel?.parentElement ?? null;
  if (arrived.has(here) || panel === null || page === null) return () => undefined;
  arrived.add(here);
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
