import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 24;

/**
 * Keeps a list scrolled to its end while the person is there; scrolled up, it stays and counts what
 * is new. `newest` rises with each entry, `oldest` falls when older ones are put before the others:
 * what was looked at then stays in its place.
 */
export function useStickToEnd(newest: number, oldest = 0) {
  const element = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [seen, setSeen] = useState(newest);
  const drawn = useRef({ oldest, height: 0 });

  useLayoutEffect(() => {
    if (!atEnd.current) return;
    const list = element.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
    setSeen(newest);
  }, [newest]);

  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return;
    const { scrollHeight } = list;
    // Browsers hold the place by themselves, but not at the very top.
    if (oldest < drawn.current.oldest && list.scrollTop === 0 && !atEnd.current) {
      list.scrollTop = scrollHeight - drawn.current.height;
    }
    drawn.current = { oldest, height: scrollHeight };
  }, [newest, oldest]);

  useEffect(() => {
    const list = element.current;
    if (list === null) return;
    const resized = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    });
    resized.observe(list);
    return () => resized.disconnect();
  }, []);

  const onScroll = useCallback(() => {
    const list = element.current;
    if (list === null) return;
    atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    if (atEnd.current) setSeen(newest);
  }, [newest]);

  const toEnd = useCallback(() => {
    const list = element.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
    atEnd.current = true;
    setSeen(newest);
  }, [newest]);

  return { element, onScroll, toEnd, seen, unseen: Math.max(0, newest - seen) };
}
