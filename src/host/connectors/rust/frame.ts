/** WebRCON frames: one JSON object for each message of the websocket. */
import { z } from 'zod';
import { beyondBounds } from '../../../protocol/json-bounds.ts';
import { LIMITS } from '../limits.ts';

/** What the server sends. */
export interface Frame {
  /** Of the command that it answers; 0 for a line of the console, -1 for chat and reports. */
  readonly id: number;
  readonly text: string;
  /** Old servers sent a number: it is kept as its digits. */
  readonly type: string;
}

/** The identifiers that are the client's to choose. */
export const IDENTIFIERS = { from: 1_001, to: 2 ** 31 - 1 } as const;

const OBJECT = /^\s*\{/;

const wire = z.object({
  Identifier: z.number().int(),
  Message: z.string().nullish(),
  Type: z.union([z.string(), z.number()]).nullish(),
});

/** Reads a message of the websocket; null for whatever is no frame. Never throws. */
export function parseFrame(text: string): Frame | null {
  const parsed = wire.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { Identifier, Message, Type } = parsed.data;
  return { id: Identifier, text: Message ?? '', type: String(Type ?? 'Generic') };
}

/** What is inside may hold long numbers; the frame around it holds none. */
function jsonOf(text: string): unknown {
  if (!OBJECT.test(text) || beyondBounds(text, LIMITS.json) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A command. */
export function encodeCommand(id: number, text: string): string {
  return JSON.stringify({ Identifier: id, Message: text, Name: 'WebRcon' });
}
