/** What had the focus last that no dialog and no menu holds. */
let outside: HTMLElement | null = null;

const OVER = '[role="dialog"], [role="menu"], [data-base-ui-focus-guard]';

addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest(OVER) === null) outside = target;
});

/**
 * Where the focus goes when what lies over the page closes: to what had it. A page that somebody clicked
 * into is no control, and must not pass the focus on to its first field: the next key would be written there.
 */
export function finalFocus(): boolean {
  if (outside === null || !outside.isConnected || outside.tabIndex >= 0) return true;
  outside.focus({ preventScroll: true });
  return false;
}
