import { useEffect, useState, type RefObject } from 'react';

/** What is for hands goes away so long after the last touch. */
const UNTOUCHED_MS = 4_000;

/** Whether somebody moves a pointer over the wall, or did a moment ago. */
export function useTouched(root: RefObject<HTMLElement | null>): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTouched(false), UNTOUCHED_MS);
    };
    element.addEventListener('pointermove', moved);
    element.addEventListener('pointerdown', moved);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', moved);
      element.removeEventListener('pointerdown', moved);
    };
  }, [root]);
  return touched;
}
