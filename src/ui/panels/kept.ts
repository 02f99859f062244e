import { useCallback, useReducer } from 'react';

/**
 * A hook for state that outlives its component: it is there again when the person comes back to the
 * panel or the server, and gone with the page. For what must not be stored, as commands.
 */
export function createKept<T>(initial: T) {
  const kept = new Map<string, T>();
  return function useKept(key: string): readonly [T, (value: T) => void] {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const keep = useCallback(
      (value: T) => {
        kept.set(key, value);
        redraw();
      },
      [key],
    );
    return [kept.get(key) ?? initial, keep];
  };
}
