import { useEffect, type RefObject } from 'react';

/** What is no place of the tab key in a list with many of its kind: names, bans, the question why. */
const STOPS = ':is(a, button)[tabindex="-1"]';

/** Arrows lead from one of these to the next in a list, from what is in sight on. Where none comes, they scroll. */
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
  const stops = [...list.querySelectorAll<HTMLElement>(STOPS)];
  const active = document.activeElement;
  const row = active === list ? null : (active?.closest('li, .line') ?? null);
  const own = stops.findIndex((stop) => stop === active);
  // From what else stands in a line, as from its first.
  const at = own >= 0 ? own : stops.findIndex((stop) => row?.contains(stop) === true);
  const next =
    at >= 0
      ? stops[at + (key === 'ArrowDown' ? 1 : -1)]
      : key === 'ArrowDown'
        ? stops.find((stop) => isInSight(stop, list))
        : stops.findLast((stop) => isInSight(stop, list));
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function isInSight(element: HTMLElement, list: HTMLElement): boolean {
  const place = element.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return place.top >= top && place.bottom <= bottom;
}
