import { useEffect } from 'react';
import { placeOf, shortcutsOn } from '../frame/shortcuts.ts';
import type { OpenReplay } from './connect.ts';

/** `k` plays and pauses, `j` and `l` step back and on, `m` marks. */
export function useReplayKeys({ controls, moment }: OpenReplay, mark: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const free = shortcutsOn.peek() && plain && !event.defaultPrevented;
      if (!free || placeOf(event.target) !== 'page') return;
      if (event.key === 'k') void controls.play(moment.peek().speed === null ? 1 : null);
      else if (event.key === 'j') void controls.step(-1);
      else if (event.key === 'l') void controls.step(1);
      else if (event.key === 'm') mark();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [controls, moment, mark]);
}
