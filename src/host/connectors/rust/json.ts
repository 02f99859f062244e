/** JSON as Rust's servers write it: SteamIDs may stand there as numbers, past what a JavaScript number can hold. */
import { beyondBounds, endOfString } from '../../../protocol/json-bounds.ts';
import { LIMITS } from '../limits.ts';

const NEXT_TOKEN = /["\d]/g;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
/** Strings and numbers, if no comma is missing between them. */
const MOST_TOKENS = LIMITS.json.commas + 2 * LIMITS.json.fields + 1;
const TOO_LONG = /^\d{16,}$/;

/** The value of a text, whole numbers of 16 digits and more as strings; undefined where it is no JSON, or more than a game writes. */
export function parseJson(text: string): unknown {
  if (beyondBounds(text, LIMITS.json) !== null) return undefined;
  const quoted = quoteLongNumbers(text);
  if (quoted === null) return undefined;
  try {
    return JSON.parse(quoted);
  } catch (error) {
    // Text that is no JSON is an answer like any other; only what it was is lost with the error.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The text with its long numbers as strings, in one pass; null where it cannot be JSON within the bounds. */
function quoteLongNumbers(text: string): string | null {
  let quoted = '';
  let copied = 0;
  let tokens = 0;
  NEXT_TOKEN.lastIndex = 0;
  for (let token = NEXT_TOKEN.exec(text); token !== null; token = NEXT_TOKEN.exec(text)) {
    tokens += 1;
    if (tokens > MOST_TOKENS) return null;
    const at = token.index;
    if (token[0] === '"') {
      const end = endOfString(text, at);
      if (end === null) return null;
      NEXT_TOKEN.lastIndex = end;
      continue;
    }
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0] ?? token[0];
    NEXT_TOKEN.lastIndex = at + number.length;
    if (!TOO_LONG.test(number) || text[at - 1] === '-') continue;
    quoted += `${text.slice(copied, at)}"${number}"`;
    copied = at + number.length;
  }
  return quoted + text.slice(copied);
}
