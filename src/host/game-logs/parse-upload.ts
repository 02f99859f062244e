import { z } from 'zod';
import { beyondBounds } from '../../protocol/json-bounds.ts';
import { LOG_UPLOAD_MAX, serverLogUpload } from '../../protocol/servers/calls.ts';
import { invalidRequest, refuseInvalid } from '../calls/invalid-request.ts';
import { checkValueBounds } from '../calls/value-bounds.ts';

/** The body of an upload between threads: its text is bytes (UTF-8), which move where a string would be copied. */
export const receivedUpload = serverLogUpload.body.extend({
  text: z.instanceof(Uint8Array).meta({ type: 'string', minLength: 1, maxLength: LOG_UPLOAD_MAX }),
});
export type ReceivedUpload = z.output<typeof receivedUpload>;

/** A log is one string, beside a few others. */
const BOUNDS = { depth: 8, fields: 16, commas: 16 } as const;

/** Reads the JSON of an upload's body; refuses what is not as the call says. */
export function parseUpload(json: Uint8Array): ReceivedUpload {
  const value = valueOf(json);
  checkValueBounds(value, 'body');
  const parsed = serverLogUpload.body.safeParse(value);
  if (!parsed.success) refuseInvalid(parsed.error, 'body');
  return { ...parsed.data, text: new TextEncoder().encode(parsed.data.text) };
}

function valueOf(json: Uint8Array): unknown {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8');
  const beyond = beyondBounds(text, BOUNDS);
  if (beyond !== null) throw invalidRequest([['', beyond]], 'body');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest([['', 'invalid_json']], 'body');
  }
}
