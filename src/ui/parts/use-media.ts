import { useCallback, useSyncExternalStore } from 'react';

/** Whether a screen is as `media` asks, by now. */
export function useMedia(media: MediaQueryList): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
