/** The bytes of a file as they are kept: compressed, in parts that are written and read one by one. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { noSuch } from '../calls/host-error.ts';
import type { Database } from '../store/database.ts';

/** A file that is ready to be kept. */
export interface PackedFile {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly parts: readonly Buffer[];
}

/** Bytes of a part at most. */
const PART = 262_144;

/** Compresses a file, one piece of it after the other. */
export async function pack(file: Uint8Array): Promise<PackedFile> {
  const parts: Buffer[] = [];
  let pending: Buffer[] = [];
  let length = 0;
  const end = () => {
    if (length > 0) parts.push(Buffer.concat(pending, length));
    pending = [];
    length = 0;
  };
  for await (const piece of Readable.from(piecesOf(file)).pipe(createGzip())) {
    pending.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length >= PART) end();
  }
  end();
  return { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex'), parts };
}

function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += PART) yield file.subarray(at, at + PART);
}

/** Reads the parts of a file as they are asked for; throws `not-found` where it is removed before the last. */
export async function* readParts(
  db: Database,
  { id, packed }: { readonly id: string; readonly packed: number },
  table: 'stored_parts' | 'ban_evidence_parts' = 'stored_parts',
): AsyncGenerator<Buffer> {
  let left = packed;
  for (let number = 0; left > 0; number += 1) {
    const part = await db
      .selectFrom(table)
      .select('packed')
      .where('file_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (part === undefined) throw noSuch('file');
    left -= part.packed.length;
    yield part.packed;
  }
}
