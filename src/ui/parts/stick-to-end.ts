import { useCallback, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 24;

/**
 * Keeps a list scrolled to its end while the person is there; scrolled up, it stays and counts what
 * is new. `newest` rises with each entry.
 */
export function useStickToEnd(newest: number) {
  const element = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [seen, setSeen] = useState(newest);

  useLayoutEffect(() => {
    if (!atEnd.current) return;
    const list = element.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
    setSeen(newest);
  }, [newest]);

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

  return { element, onScroll, toEnd, unseen: Math.max(0, newest - seen) };
}
