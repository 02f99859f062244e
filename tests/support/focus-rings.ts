/** What is not seen of the rings around what has the focus. */
import { userEvent } from 'vitest/browser';

/** What cuts something off the ring around an element that has the focus, by its class; null: all of it is seen. */
function cutBy(element: HTMLElement): string | null {
  const style = getComputedStyle(element);
  if (style.outlineStyle === 'none') return 'no ring';
  const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  const box = element.getBoundingClientRect();
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(around);
    const at = around.getBoundingClientRect();
    const left = at.left + around.clientLeft;
    const top = at.top + around.clientTop;
    const sideways =
      box.left - reach < left - 0.5 || box.right + reach > left + around.clientWidth + 0.5;
    const upright =
      box.top - reach < top - 0.5 || box.bottom + reach > top + around.clientHeight + 0.5;
    if ((overflowX !== 'visible' && sideways) || (overflowY !== 'visible' && upright)) {
      return around.className || around.tagName;
    }
    if (position === 'fixed') break;
  }
  return null;
}

/** How many stops were seen with the focus in what a test has drawn, and those whose ring is cut, with what cuts it. */
export async function focusRings(): Promise<{ readonly stops: number; readonly cut: string[] }> {
  // From here on the browser takes what is focused as reached by the keyboard.
  await userEvent.keyboard('{Tab}');
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      '#root :is(a[href], button, input, select, textarea, summary, [tabindex="0"])',
    ),
  ].filter((one) => one.offsetParent !== null && !one.matches(':disabled'));
  const seen = stops.filter((one) => {
    one.focus();
    return document.activeElement === one && one.matches(':focus-visible');
  });
  const cut = seen.flatMap((one) => {
    one.focus();
    const by = cutBy(one);
    return by === null
      ? []
      : [`${one.className || one.tagName} (${one.textContent.slice(0, 20)}): ${by}`];
  });
  return { stops: seen.length, cut };
}
