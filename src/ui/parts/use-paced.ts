import { useEffect, useRef, useState } from 'react';

/** A value that is another no sooner than so long after it became what it is: then it is the newest. */
export function usePaced<Value>(value: Value, ms: number): Value {
  const [paced, setPaced] = useState(value);
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [paced]);
  useEffect(() => {
    if (Object.is(value, paced)) return;
    const left = Math.max(0, since.current + ms - performance.now());
    const timer = setTimeout(() => setPaced(value), left);
    return () => clearTimeout(timer);
  }, [value, paced, ms]);
  return paced;
}
