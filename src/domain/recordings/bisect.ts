import type { Rows } from '../state.ts';
import type { Player } from './player.ts';

/** What a search found; `probes` counts how often the rows were asked. */
export type Search =
  /** It holds after the event at this position (the first one is 1), and not before it. */
  | { readonly kind: 'found'; readonly position: number; readonly probes: number }
  /** It holds before the first event. */
  | { readonly kind: 'from-the-start'; readonly probes: number }
  /** Of bisecting: it does not hold where the search ends. */
  | { readonly kind: 'not-at-the-end'; readonly probes: number }
  /** Of asking after every event: it holds nowhere up to where the search ends. */
  | { readonly kind: 'never'; readonly probes: number };

/**
 * Finds the event after which something began to hold, in log₂ of the events and one probe more. It takes
 * for granted that what holds goes on holding up to `end`, a position, or the last event; where it comes and
 * goes, one of its beginnings is found.
 */
export function bisect(
  player: Player,
  holds: (rows: Rows) => boolean,
  end: number = Number.POSITIVE_INFINITY,
): Search {
  let probes = 1;
  let after = player.seek(end);
  if (!holds(player.rows)) return { kind: 'not-at-the-end', probes };
  // It holds at `after`, and everything before `from` is known not to.
  let from = 0;
  while (from < after) {
    const middle = Math.floor((from + after) / 2);
    player.seek(middle);
    probes++;
    if (holds(player.rows)) after = middle;
    else from = middle + 1;
  }
  if (after === 0) return { kind: 'from-the-start', probes };
  player.seek(after - 1);
  player.step();
  return { kind: 'found', position: after, probes };
}

/** Events played between two looks at what else there is to do. */
const TURN_EVENTS = 1_000;

/**
 * Finds the first event after which something held at all, though it heals again later: it asks after every
 * event that changed a row, up to `end`. Yields the position now and then, for whoever has other work to do.
 */
export function* findFirst(
  player: Player,
  holds: (rows: Rows) => boolean,
  end: number = Number.POSITIVE_INFINITY,
): Generator<number, Search> {
  let probes = 1;
  player.seek(0);
  if (holds(player.rows)) return { kind: 'from-the-start', probes };
  while (player.position < end && player.step()) {
    const { position, changes } = player;
    if (position % TURN_EVENTS === 0) yield position;
    if (changes.length === 0) continue;
    probes++;
    if (holds(player.rows)) return { kind: 'found', position, probes };
  }
  return { kind: 'never', probes };
}
