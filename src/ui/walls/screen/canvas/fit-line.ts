import { NARROWEST } from './fit-name.ts';

/** What stands beside a figure or a word is so much smaller than it; from, where room is scarce, to. */
const BESIDE = { most: 0.62, least: 0.4 };

/** A line with one part that is read from afar: widths are of the size that is wanted. */
export interface Line {
  readonly wanted: number;
  /** The main part becomes no smaller than this, as long as something else can give way. */
  readonly least: number;
  readonly width: number;
  /** A mark, and gaps. */
  readonly fixed: number;
  readonly main: number;
  /** The width of what stands beside the main part, as if it were of the same size. */
  readonly beside: number;
}

export interface FittedLine {
  readonly size: number;
  /** The size of what stands beside the main part, as a share of it. */
  readonly beside: number;
  /** 1: as the face has it. */
  readonly squeeze: number;
}

/**
 * Brings a line into its width: all of it smaller down to the least size, then what stands beside the main
 * part, then that narrower; and where all that is not enough, smaller after all.
 */
export function fitLine({ wanted, least, width, fixed, main, beside }: Line): FittedLine {
  const whole = fixed + main + beside * BESIDE.most;
  const size = Math.min(wanted, Math.max(Math.min(wanted, least), (wanted * width) / whole));
  const room = (width * wanted) / size;
  const left = beside === 0 ? BESIDE.most : (room - fixed - main) / beside;
  const share = Math.min(BESIDE.most, Math.max(BESIDE.least, left));
  const squeeze = Math.min(1, Math.max(NARROWEST, (room - fixed - beside * share) / main));
  const needed = fixed + main * squeeze + beside * share;
  // What was narrowed to fit exactly does, whatever was rounded.
  return {
    size: needed <= room * (1 + 1e-9) ? size : (size * room) / needed,
    beside: share,
    squeeze,
  };
}
