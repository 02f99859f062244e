/** The kinds of frames, in the order of the numbers that older servers send for them. */
export const FRAME_TYPES = ['Generic', 'Error', 'Warning', 'Chat', 'Report'] as const;
export type FrameType = (typeof FRAME_TYPES)[number];

/** The server's own numbers: lines of the console, and what it tells everybody. */
export const CONSOLE_ID = 0;
export const BROADCAST_ID = -1;

/** What a client asks. */
export interface Request {
  readonly identifier: number;
  readonly message: string;
}

/** What the server says. */
export interface Frame {
  readonly identifier: number;
  readonly message: string;
  readonly type: FrameType;
}

const FLOATS = /("(?:VoiationLevel|CurrentLevel|UnspentXp|Health|Framerate)": -?\d+)(?=[,\r\n])/g;
const LARGEST = 2 ** 31 - 1;

/** JSON as the server on Windows writes it: indented, with its line ends, and fractions with a point. */
export function serverJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\r\n').replaceAll(FLOATS, '$1.0');
}

/** Reads a client's message; undefined for what the server does not understand. */
export function readRequest(text: string): Request | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { Identifier: identifier, Message: message } = value as Record<string, unknown>;
  if (typeof message !== 'string') return undefined;
  if (!Number.isInteger(identifier) || Math.abs(Number(identifier)) > LARGEST) return undefined;
  return { identifier: Number(identifier), message };
}

/** A frame as it goes over the wire. `old` servers number the types. */
export function writeFrame({ identifier, message, type }: Frame, old: boolean): string {
  return serverJson({
    Message: message,
    Identifier: identifier,
    Type: old ? FRAME_TYPES.indexOf(type) : type,
    Stacktrace: identifier === BROADCAST_ID ? null : '',
  });
}
