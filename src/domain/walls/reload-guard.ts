/** A wall reloads itself at most so often in an hour: a build that cannot start must not spin. */
export const RELOADS_AN_HOUR = 4;

/** The shortest time between two reloads; each one within the hour doubles it. */
export const RELOAD_GAP_MS = 30_000;

const HOUR = 3_600_000;

export type ReloadDecision =
  /** `kept`: what must be remembered across the reload. */
  | { readonly kind: 'reload'; readonly kept: readonly number[] }
  /** Too many lately; ask again at that moment. */
  | { readonly kind: 'wait'; readonly until: number };

/** Whether a wall may reload itself at `now`; `reloads` are the moments at which it did. */
export function mayReload(reloads: readonly number[], now: number): ReloadDecision {
  // Moments to come are of a clock that was set back.
  const lately = reloads.filter((at) => at <= now && now - at < HOUR).sort((a, b) => a - b);
  const last = lately.at(-1);
  if (last === undefined) return { kind: 'reload', kept: [now] };
  const gap = last + RELOAD_GAP_MS * 2 ** (lately.length - 1);
  const room = lately.length < RELOADS_AN_HOUR ? now : (lately.at(-RELOADS_AN_HOUR) ?? now) + HOUR;
  const until = Math.max(gap, room);
  return now >= until ? { kind: 'reload', kept: [...lately, now] } : { kind: 'wait', until };
}

/** Reads what a wall remembered; anything else than moments is nothing. */
export function readReloads(text: string | null): readonly number[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
  } catch {
    return [];
  }
}
