/** What is known of one stay of a player on a server, from all that was told of it. */
export interface KeptStay {
  readonly joined_at: number;
  readonly left_at: number | null;
  /** The leave was not heard, only found at this moment. */
  readonly found_at: number | null;
  /** Since when the server was not heard then; null where it was. */
  readonly unheard_from: number | null;
  /** Since when the server is not heard now; null where it is. */
  readonly unheard_since: number | null;
  readonly kicked_by: string | null;
  /** A part of the log that may have told the leave was lost. */
  readonly lost: boolean;
}

/** How a stay ended; `here`: it has not, and the server is heard. */
export const STAY_END = ['here', 'left', 'kicked', 'unknown'] as const;
export type StayEnd = (typeof STAY_END)[number];

export interface SettledStay {
  readonly ended: StayEnd;
  /** The last moment at which the player is known to have been there; null where there is none. */
  readonly until: number | null;
}

/** How and when a stay ended. Of one that ended unheard only the time before counts. */
export function settleStay(stay: KeptStay): SettledStay {
  const { joined_at, left_at, found_at, unheard_from, unheard_since } = stay;
  const left = left_at === null ? null : Math.max(joined_at, left_at);
  if (found_at !== null) {
    const known = Math.min(left ?? found_at, unheard_from ?? found_at);
    return { ended: 'unknown', until: Math.max(joined_at, known) };
  }
  if (left !== null) return { ended: stay.kicked_by === null ? 'left' : 'kicked', until: left };
  if (stay.lost) return { ended: 'unknown', until: null };
  if (unheard_since === null) return { ended: 'here', until: null };
  return { ended: 'unknown', until: Math.max(joined_at, unheard_since) };
}

/** How long a stay has lasted, milliseconds; 0 where nobody knows. */
export function lengthOf(stay: KeptStay, now: number): number {
  const { ended, until } = settleStay(stay);
  return Math.max(0, (ended === 'here' ? now : (until ?? stay.joined_at)) - stay.joined_at);
}
