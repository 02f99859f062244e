import { useEffect, type RefObject } from 'react';

/**
 * Arrows lead from name to name, and to the question why, in a list in which these are no places of the tab key, from what is
 * in sight on. Where none comes, they scroll.
 */
export function useByArrows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => byArrows(event, element);
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [list]);
}

function byArrows(event: KeyboardEvent, list: HTMLElement): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
  if (ctrlKey || metaKey || altKey || shiftKey) return;
  const names = [...list.querySelectorAll<HTMLElement>('.player-link, .why-ask .button')];
  const active = document.activeElement;
  const row = active === list ? null : (active?.closest('li, .line') ?? null);
  const own = names.findIndex((name) => name === active);
  // From what else stands in a line, as from its name.
  const at = own >= 0 ? own : names.findIndex((name) => row?.contains(name) === true);
  const next =
    at >= 0
      ? names[at + (key === 'ArrowDown' ? 1 : -1)]
      : key === 'ArrowDown'
        ? names.find((name) => isInSight(name, list))
        : names.findLast((name) => isInSight(name, list));
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function isInSight(element: HTMLElement, list: HTMLElement): boolean {
  const place = element.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return place.top >= top && place.bottom <= bottom;
}
