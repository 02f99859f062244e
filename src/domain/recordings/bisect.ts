import type { Rows } from '../state.ts';
import type { Player } from './player.ts';

/** What bisecting found; `probes` counts how often the rows were asked. */
export type Bisection =
  /** It holds after the event at this position (the first one is 1), and not before it. */
  | { readonly kind: 'found'; readonly position: number; readonly probes: number }
  /** It holds before the first event. */
  | { readonly kind: 'from-the-start'; readonly probes: number }
  /** It does not hold at the end. */
  | { readonly kind: 'not-at-the-end'; readonly probes: number };

/**
 * Finds the event after which something began to hold, in log₂ of the events and one probe more. It takes
 * for granted that what holds goes on holding; where it comes and goes, one of its beginnings is found.
 */
export function bisect(player: Player, holds: (rows: Rows) => boolean): Bisection {
  let probes = 1;
  let after = player.seekEnd();
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
