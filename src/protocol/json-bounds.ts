/** What JSON from outside may hold, judged before it is parsed: parsing brackets and names costs most of all. */
export interface JsonBounds {
  /** How deep arrays and objects may be nested. */
  readonly depth: number;
  /** How many fields all objects may have together. */
  readonly fields: number;
  /** How many commas may stand between values. */
  readonly commas: number;
}

/** Which bound a text is beyond. */
export type BeyondBounds = 'too_deep' | 'too_many';

/** Shorter texts are parsed in little time, however many values they hold; characters. */
export const SHORT_JSON = 65_536;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The bound that a text of JSON is beyond, found in one pass; null for what is within, or is no JSON. What is short
 * is held to its depth alone: what reads a value recurses, however few characters it came in.
 */
export function beyondBounds(text: string, bounds: JsonBounds): BeyondBounds | null {
  const most = text.length <= SHORT_JSON ? { fields: Infinity, commas: Infinity } : bounds;
  let depth = 0;
  let fields = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (end === null) return null;
        at = end - 1;
        break;
      }
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > bounds.depth) return 'too_deep';
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COLON:
        fields += 1;
        if (fields > most.fields) return 'too_many';
        break;
      case COMMA:
        commas += 1;
        if (commas > most.commas) return 'too_many';
        break;
      default:
    }
  }
  return null;
}

/** Behind the string that begins at a quote; null where it has no end. */
export function endOfString(text: string, begins: number): number | null {
  let quote = text.indexOf('"', begins + 1);
  while (quote >= 0) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return null;
}
