import { clientMessage, type ClientMessage } from '../../protocol/frames.ts';
import { beyondBounds } from '../../protocol/json-bounds.ts';
import { CURSORS_PER_MESSAGE, MESSAGE_LENGTH } from '../../protocol/limits.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';

/** What a socket has to say next: hello, the rest of its hello's cursors, or anything else. */
export type Expected = 'hello' | 'cursors' | 'other';

type ReadMessage =
  | { readonly kind: 'message'; readonly message: ClientMessage }
  /** A `hello` of another protocol, whatever else is in it. */
  | { readonly kind: 'other-protocol' }
  | { readonly kind: 'malformed' };

/** An older portal tells all its cursors in one hello: as many as a megabyte can hold. */
const BOUNDS = { depth: 4, fields: 40_000, commas: 40_000 } as const;
const MALFORMED: ReadMessage = { kind: 'malformed' };

/** Reads what a client sent. What is longer than it can be is refused before it is looked through. */
export function readMessage(text: string, expected: Expected): ReadMessage {
  const most = expected === 'other' ? MESSAGE_LENGTH.other : MESSAGE_LENGTH.cursors;
  // A hello of an older portal may be longer: it has to learn that it is old.
  if (expected !== 'hello' && text.length > most) return MALFORMED;
  const json = parseJson(text);
  if (expected === 'hello' && isOtherProtocol(json)) return { kind: 'other-protocol' };
  if (text.length > most || hasTooManyCursors(json)) return MALFORMED;
  const parsed = clientMessage.safeParse(json);
  if (!parsed.success) return MALFORMED;
  const { type } = parsed.data;
  const said = type === 'hello' || type === 'cursors' ? type : 'other';
  return said === expected ? { kind: 'message', message: parsed.data } : MALFORMED;
}

function parseJson(text: string): unknown {
  if (beyondBounds(text, BOUNDS) !== null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOtherProtocol(json: unknown): boolean {
  if (!isRecord(json) || json.type !== 'hello') return false;
  return Number.isSafeInteger(json.protocol) && json.protocol !== PROTOCOL_VERSION;
}

function hasTooManyCursors(json: unknown): boolean {
  if (!isRecord(json) || !isRecord(json.cursors)) return false;
  let count = 0;
  for (const _ in json.cursors) {
    count += 1;
    if (count > CURSORS_PER_MESSAGE) return true;
  }
  return false;
}
