import { useState } from 'react';

/**
 * Where the focus goes when what lies over the page closes: to what had it. A page that somebody clicked
 * into is no control, and must not pass the focus on to its first field: the next key would be written there.
 */
export function useFinalFocus(): () => boolean {
  const [before] = useState(() => document.activeElement);
  return () => {
    const plain =
      before instanceof HTMLElement &&
      before.tabIndex < 0 &&
      before.closest('[role="menu"]') === null;
    if (!plain || !before.isConnected) return true;
    before.focus({ preventScroll: true });
    return false;
  };
}
