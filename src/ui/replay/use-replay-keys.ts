import { useEffect, useEffectEvent } from 'react';
import { placeOf, shortcutsOn } from '../frame/shortcuts.ts';

/** What single keys do on a page of a replay: `k` plays and pauses, `j` and `l` step back and on, `m` marks. */
export function useReplayKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const free = shortcutsOn.peek() && plain && !event.defaultPrevented;
    if (free && placeOf(event.target) === 'page' && Object.hasOwn(keys, event.key)) {
      keys[event.key]?.();
    }
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
