import { useEffect, useRef, useState } from 'react';

/** A text as it was at most so long ago: what a live region says, where each key would say another one. */
export function useThrottled(text: string, ms: number): string {
  const [said, setSaid] = useState(text);
  const next = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    next.current = text;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      setSaid(next.current);
    }, ms);
  }, [text, ms]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return said;
}
