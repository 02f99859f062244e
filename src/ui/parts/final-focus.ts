/** What had the focus last that no dialog and no menu holds. */
let outside: HTMLElement | null = null;

const OVER = '[role="dialog"], [role="menu"], [data-base-ui-focus-guard]';

addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest(OVER) === null) outside = target;
});

/**
 * Where the focus goes when what lies over the page closes: to what had it, be it a page that somebody clicked
 * into, or to the page where nothing had it or that is gone. Left to the dialog, a page would pass it on to its first
 * field, and the next key would be written there.
 */
export function finalFocus(): boolean {
  const back = outside?.isConnected === true ? outside : document.getElementById('content');
  if (back === null) return true;
  back.focus({ preventScroll: true });
  return false;
}
