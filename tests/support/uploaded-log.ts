import { pack } from '../../src/host/files/parts.ts';
import { readUpload, type Upload } from '../../src/host/game-logs/read-upload.ts';
import type { UploadedLog } from '../../src/host/game-logs/tell-upload.ts';

/** A log as the host tells and keeps it. */
export async function uploadedLog(
  upload: Upload,
  timezone: string,
  now: number,
): Promise<UploadedLog> {
  const read = readUpload(upload, timezone, now);
  if (read === null) throw new TypeError('It is no log.');
  const file = await pack(new TextEncoder().encode(upload.text));
  return { name: upload.name, read, file };
}
