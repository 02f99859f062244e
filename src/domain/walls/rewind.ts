/** What a wall keeps of its last minutes, at most. */
export interface RewindLimits {
  readonly ms: number;
  readonly bytes: number;
  /** Pictures are at least so far apart. */
  readonly every: number;
}

export const REWIND_LIMITS: RewindLimits = { ms: 600_000, bytes: 24_000_000, every: 5_000 };

/** Without a touch the wall is live again after so long. */
export const REWIND_PATIENCE_MS = 60_000;

/** A picture that was due is taken so late at most. */
const LATE_MS = 2_000;

/**
 * Whether what was seen then still tells of a moment: nothing is kept while the wall is not live, or not
 * in front.
 */
export function tellsOf(seenAt: number, moment: number): boolean {
  return moment - seenAt <= REWIND_LIMITS.every + LATE_MS;
}

interface Kept<Picture> {
  readonly at: number;
  readonly picture: Picture;
  readonly bytes: number;
}

/** The last pictures of what a wall saw, bounded by age and size: the oldest go first. */
export class RewindRing<Picture> {
  readonly #limits: RewindLimits;
  #kept: Kept<Picture>[] = [];
  #bytes = 0;

  constructor(limits: RewindLimits = REWIND_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#kept.length;
  }

  /** Whether a picture is due at `now`. A clock that was set back starts again. */
  due(now: number): boolean {
    const last = this.#kept.at(-1);
    return last === undefined || now < last.at || now - last.at >= this.#limits.every;
  }

  add(at: number, picture: Picture, bytes: number): void {
    const last = this.#kept.at(-1);
    if (last !== undefined && at < last.at) this.clear();
    this.#kept.push({ at, picture, bytes });
    this.#bytes += bytes;
    const from = at - this.#limits.ms;
    let gone = 0;
    while (gone < this.#kept.length - 1) {
      const oldest = this.#kept[gone];
      if (oldest === undefined || (oldest.at >= from && this.#bytes <= this.#limits.bytes)) break;
      this.#bytes -= oldest.bytes;
      gone += 1;
    }
    if (gone > 0) this.#kept.splice(0, gone);
  }

  /** What the wall saw at a moment: the newest picture that is not younger, else the oldest. */
  at(moment: number): { readonly at: number; readonly picture: Picture } | undefined {
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle]?.at ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return this.#kept[Math.max(0, low - 1)];
  }

  /** The first and the last moment that are held; null: none. */
  span(): Span | null {
    const [first] = this.#kept;
    const last = this.#kept.at(-1);
    return first === undefined || last === undefined ? null : { from: first.at, to: last.at };
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a wall looks: at a past moment, or (`null`) at what is now. */
export type Rewound = { readonly at: number; readonly touched_at: number } | null;

export type RewindEvent =
  /** Negative is back. */
  | { readonly kind: 'step'; readonly ms: number }
  | { readonly kind: 'seek'; readonly at: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'tick' };

/** Where a wall looks after an event; past the newest is live, and so is what nobody touches. */
export function rewind(
  before: Rewound,
  event: RewindEvent,
  span: Span | null,
  now: number,
): Rewound {
  if (event.kind === 'live' || span === null) return null;
  if (event.kind === 'tick') {
    if (before === null) return null;
    return Math.abs(now - before.touched_at) >= REWIND_PATIENCE_MS ? null : before;
  }
  if (before === null && event.kind === 'step' && event.ms > 0) return null;
  const wanted = event.kind === 'seek' ? event.at : (before?.at ?? now) + event.ms;
  if (wanted >= Math.max(span.to, now)) return null;
  return { at: Math.min(Math.max(wanted, span.from), span.to), touched_at: now };
}
