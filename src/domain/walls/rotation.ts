/** One thing that a wall shows for a while: a page of a scene. */
export interface Stop {
  readonly scene_id: string;
  readonly page: number;
  readonly ms: number;
}

/** What is shown in turn, as it is now: scenes come and go with their servers, pages with their number. */
export interface Turns {
  readonly stops: readonly Stop[];
  /** The place in `stops` where a server can be seen; null: in none. */
  stopOf(serverId: string): number | null;
}

/** The page that is meant, wherever it stands among the stops by now. */
interface Meant extends Pick<Stop, 'scene_id' | 'page'> {
  /** Where it stood last: as good as any place while it is in none. */
  readonly index: number;
}

/** Where a wall's rotation is. */
export interface Rotation {
  /** null: nothing was shown yet. */
  readonly at: Meant | null;
  readonly shown_at: number;
  /** It stays, until it is let go. */
  readonly pinned: boolean;
  /** It shows the page of a server with an incident instead; it goes on at `at` afterwards. */
  readonly away: { readonly server_id: string; readonly until: number } | null;
}

export type RotationEvent =
  | { readonly kind: 'tick' }
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'first' }
  /** Pins what is shown, or lets it go. */
  | { readonly kind: 'pin' }
  /** A loud incident of a server. */
  | { readonly kind: 'interrupt'; readonly server_id: string }
  /** Nothing is loud any more. */
  | { readonly kind: 'calm' };

/** An incident's page is shown for so long at most; the incident's strip stays. */
export const INTERRUPTION_MS = 60_000;

export function startRotation(now: number): Rotation {
  return { at: null, shown_at: now, pinned: false, away: null };
}

/** The next state of a rotation, whose turns may have changed. Without stops nothing moves. */
export function rotate(
  before: Rotation,
  turns: Turns,
  event: RotationEvent,
  now: number,
): Rotation {
  const { stops } = turns;
  if (stops.length === 0) return before;
  const rotation = found(before, stops, now);
  switch (event.kind) {
    case 'tick':
      return tick(rotation, turns, now);
    case 'next':
      return show(rotation, stops, shownStop(rotation, turns) + 1, now);
    case 'previous':
      return show(rotation, stops, shownStop(rotation, turns) - 1, now);
    case 'first':
      return show(rotation, stops, 0, now);
    case 'pin':
      if (rotation.pinned) return { ...rotation, pinned: false, shown_at: now };
      return {
        ...rotation,
        at: meant(stops, shownStop(rotation, turns)),
        pinned: true,
        away: null,
      };
    case 'interrupt':
      if (rotation.pinned) return rotation;
      return { ...rotation, away: { server_id: event.server_id, until: now + INTERRUPTION_MS } };
    case 'calm':
      return rotation.away === null ? rotation : { ...rotation, away: null, shown_at: now };
  }
}

function tick(rotation: Rotation, turns: Turns, now: number): Rotation {
  const { away, shown_at, pinned } = rotation;
  const { stops } = turns;
  if (away !== null) {
    if (now < away.until && turns.stopOf(away.server_id) !== null) return rotation;
    return { ...rotation, away: null, shown_at: now };
  }
  if (pinned || stops.length === 1) return rotation;
  const index = placeOf(rotation.at, stops);
  // A clock that was set back, or a machine that slept, moves on by one, and no more.
  const shown = now - shown_at;
  const over = shown < 0 || shown >= (stops[index]?.ms ?? 0);
  return over ? show(rotation, stops, index + 1, now) : rotation;
}

/** The stop that is to be seen now. */
export function shownStop({ at, away }: Rotation, turns: Turns): number {
  return (away === null ? null : turns.stopOf(away.server_id)) ?? placeOf(at, turns.stops);
}

function show(rotation: Rotation, stops: readonly Stop[], index: number, now: number): Rotation {
  const { length } = stops;
  return { ...rotation, at: meant(stops, (index + length) % length), shown_at: now, away: null };
}

function meant(stops: readonly Stop[], index: number): Meant {
  const { scene_id = '', page = 0 } = stops[index] ?? {};
  return { scene_id, page, index };
}

/** Where the page that is meant stands; without it its scene's last, without that what stands there now. */
function placeOf(at: Meant | null, stops: readonly Stop[]): number {
  if (at === null) return 0;
  const { scene_id, page, index } = at;
  const here = stops[index];
  if (here?.scene_id === scene_id && here.page === page) return index;
  const last = stops.findLastIndex((stop) => stop.scene_id === scene_id && stop.page <= page);
  return last >= 0 ? last : Math.max(0, Math.min(index, stops.length - 1));
}

/** The rotation over these stops: what is pinned waits for its page, any other goes on from what is there. */
function found(rotation: Rotation, stops: readonly Stop[], now: number): Rotation {
  const { at, pinned } = rotation;
  const next = meant(stops, placeOf(at, stops));
  if (at === null) return { ...rotation, at: next };
  const same = next.scene_id === at.scene_id && next.page === at.page;
  if (same) return next.index === at.index ? rotation : { ...rotation, at: next };
  return pinned ? rotation : { ...rotation, at: next, shown_at: now };
}
