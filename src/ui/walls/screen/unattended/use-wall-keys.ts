import { useEffect } from 'react';
import { shortcutsOn } from '../../../shell/keys/shortcuts.ts';
import { wallKey } from './keys.ts';
import type { WallWatch } from './wall-watch.ts';

/** Turns, pins and rewinds the wall by keys; what has the focus and wants them keeps them. */
export function useWallKeys(watch: WallWatch<unknown>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (takesKeys(event.target)) return;
      const meant = wallKey(event, watch.rewound.peek() !== null, shortcutsOn.peek());
      if (meant === null) return;
      event.preventDefault();
      if (meant.kind === 'turn') watch.turn(meant.event);
      else watch.rewind(meant.event);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [watch]);
}

function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
  );
}
