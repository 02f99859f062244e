/** A name as it is written into a width: its lines, and by how much they are narrowed. */
export interface FittedName {
  readonly lines: readonly string[];
  /** 1: as the face has it. */
  readonly squeeze: number;
}

/** Letters may be narrowed so far before a name is cut. */
export const NARROWEST = 0.8;
/** Nobody sees letters that are narrowed no more than this. */
const HARDLY = 0.93;
const ELLIPSIS = '…';
/** A letter with its marks, or an emoji of several parts, is kept or cut as a whole. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Fits a name into so many lines of a width: broken between words where it must be, narrowed a little,
 * and at last cut in the middle, since names of a fleet differ at their ends.
 */
export function fitName(
  name: string,
  width: number,
  lines: number,
  measure: (text: string) => number,
): FittedName {
  const whole = measure(name);
  if (whole <= width) return { lines: [name], squeeze: 1 };
  if (whole * HARDLY <= width) return { lines: [name], squeeze: width / whole };
  const broken = lines > 1 ? breakInTwo(name, measure) : null;
  const parts = broken ?? [name];
  const widest = Math.max(...parts.map(measure));
  if (widest <= width) return { lines: parts, squeeze: 1 };
  const room = width / NARROWEST;
  if (widest <= room) return { lines: parts, squeeze: width / widest };
  return { lines: parts.map((part) => cut(part, room, measure)), squeeze: NARROWEST };
}

/** Between the two words that make the longer line shortest; null where there is one word only. */
function breakInTwo(name: string, measure: (text: string) => number): readonly string[] | null {
  const words = name.split(/\s+/).filter((word) => word !== '');
  let best: readonly string[] | null = null;
  let shortest = Infinity;
  for (let at = 1; at < words.length; at++) {
    const halves = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const longer = Math.max(...halves.map(measure));
    if (longer < shortest) [best, shortest] = [halves, longer];
  }
  return best;
}

function cut(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  for (let kept = letters.length - 1; kept > 1; kept--) {
    const end = Math.floor(kept / 2.5);
    const head = letters
      .slice(0, kept - end)
      .join('')
      .trimEnd();
    const short =
      head +
      ELLIPSIS +
      letters
        .slice(letters.length - end)
        .join('')
        .trimStart();
    if (measure(short) <= width) return short;
  }
  return ELLIPSIS;
}
