import type { z } from 'zod';
import { serverLogUpload } from '../../protocol/servers/calls.ts';
import { invalidRequest, refuseInvalid } from '../http/invalid-request.ts';

/** The body of an upload. */
export type UploadBody = z.output<typeof serverLogUpload.body>;

/** Reads the JSON of an upload's body; refuses what is not as the call says. */
export function parseUpload(json: Uint8Array): UploadBody {
  const parsed = serverLogUpload.body.safeParse(valueOf(json));
  if (!parsed.success) refuseInvalid(parsed.error, 'body');
  return parsed.data;
}

function valueOf(json: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8'));
  } catch {
    throw invalidRequest([['', 'invalid_json']], 'body');
  }
}
