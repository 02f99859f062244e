import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 1100px)');

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether panels fit beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
