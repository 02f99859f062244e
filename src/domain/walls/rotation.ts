/** One thing that a wall shows for a while: a page of a scene. */
export interface Stop {
  readonly scene: number;
  readonly page: number;
  readonly ms: number;
}

/** Where a wall's rotation is. */
export interface Rotation {
  readonly index: number;
  readonly shown_at: number;
  /** It stays, until it is let go. */
  readonly pinned: boolean;
  /** It shows an incident's page instead; `index` is where it goes on afterwards. */
  readonly away: { readonly index: number; readonly until: number } | null;
}

export type RotationEvent =
  | { readonly kind: 'tick' }
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'first' }
  /** Pins what is shown, or lets it go. */
  | { readonly kind: 'pin' }
  /** A loud incident can be seen on this stop. */
  | { readonly kind: 'interrupt'; readonly index: number }
  /** Nothing is loud any more. */
  | { readonly kind: 'calm' };

/** An incident's page is shown for so long at most; the incident's strip stays. */
export const INTERRUPTION_MS = 60_000;

export function startRotation(now: number): Rotation {
  return { index: 0, shown_at: now, pinned: false, away: null };
}

/** The next state of a rotation over `stops`, which may have changed. Without stops nothing moves. */
export function rotate(
  before: Rotation,
  stops: readonly Stop[],
  event: RotationEvent,
  now: number,
): Rotation {
  const count = stops.length;
  if (count === 0) return before;
  const rotation = before.index < count ? before : { ...before, index: 0, shown_at: now };
  const show = (index: number): Rotation => ({
    ...rotation,
    index: (index + count) % count,
    shown_at: now,
    away: null,
  });
  const shown = shownStop(rotation, count);
  switch (event.kind) {
    case 'tick':
      return tick(rotation, stops, now, show);
    case 'next':
      return show(shown + 1);
    case 'previous':
      return show(shown - 1);
    case 'first':
      return show(0);
    case 'pin':
      if (rotation.pinned) return { ...rotation, pinned: false, shown_at: now };
      return { ...rotation, index: shown, pinned: true, away: null };
    case 'interrupt':
      if (rotation.pinned || event.index >= count) return rotation;
      return { ...rotation, away: { index: event.index, until: now + INTERRUPTION_MS } };
    case 'calm':
      return rotation.away === null ? rotation : { ...rotation, away: null, shown_at: now };
  }
}

function tick(
  rotation: Rotation,
  stops: readonly Stop[],
  now: number,
  show: (index: number) => Rotation,
): Rotation {
  const { away, index, shown_at, pinned } = rotation;
  if (away !== null) {
    if (now < away.until && away.index < stops.length) return rotation;
    return { ...rotation, away: null, shown_at: now };
  }
  if (pinned || stops.length === 1) return rotation;
  // A clock that was set back, or a machine that slept, moves on by one, and no more.
  const shown = now - shown_at;
  return shown < 0 || shown >= (stops[index]?.ms ?? 0) ? show(index + 1) : rotation;
}

/** The stop that is to be seen now. */
export function shownStop(rotation: Rotation, count: number): number {
  const index = rotation.away?.index ?? rotation.index;
  return index < count ? index : 0;
}
