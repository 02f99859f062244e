/** Whole lines of a file that grows, from where one stopped. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** How a file is known again: another may have taken its name. */
export interface FileHead {
  readonly length: number;
  /** SHA-256 of so many bytes from its start. */
  readonly digest: string;
}

/** Where reading goes on. */
export interface FilePosition {
  readonly head: FileHead;
  readonly offset: number;
}

export interface Line {
  readonly text: string;
  /** Where it begins, in bytes. */
  readonly offset: number;
}

export interface Appended {
  readonly lines: readonly Line[];
  readonly position: FilePosition;
  /** The file was cut or is another than before: it is read from its start. */
  readonly restarted: boolean;
  /** Everything there is was read, but for a line that is not whole. */
  readonly atEnd: boolean;
  readonly modifiedAt: number;
}

/** Bytes that are read at once. */
export const CHUNK = 1 << 20;
const HEAD = 256;

/**
 * Reads the next lines. `from`: null begins where at most `CHUNK` bytes are left. `whole`: nothing more will be
 * written, so that what is left is a line too. Rejects where the file cannot be read, or is a link.
 */
export async function readAppended(
  path: string,
  from: FilePosition | null,
  whole = false,
): Promise<Appended> {
  // Nothing blocks that is no plain file, and no link leads elsewhere.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags);
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new TypeError('It is no plain file.');
    const { size } = about;
    const same = from !== null && size >= from.offset && (await isSame(file, from.head));
    const begins = from === null ? Math.max(0, size - CHUNK) : same ? from.offset : 0;
    const bytes = await readAt(file, begins, Math.min(CHUNK, size - begins));
    const cut = from === null && begins > 0;
    const { lines, used } = split(bytes, begins, cut, whole);
    return {
      lines,
      position: { head: await headOf(file, size), offset: begins + used },
      restarted: from !== null && !same,
      atEnd: begins + bytes.length >= size,
      modifiedAt: about.mtimeMs,
    };
  } finally {
    await file.close();
  }
}

function split(
  bytes: Buffer,
  begins: number,
  cut: boolean,
  whole: boolean,
): { lines: readonly Line[]; used: number } {
  const lines: Line[] = [];
  // Begun in the middle of a line: it is left out.
  let start = cut ? bytes.indexOf(10) + 1 : 0;
  for (let end = bytes.indexOf(10, start); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(lineOf(bytes, start, end, begins));
    start = end + 1;
  }
  if (whole && start < bytes.length) {
    lines.push(lineOf(bytes, start, bytes.length, begins));
    start = bytes.length;
  }
  // A line longer than what is read at once is no line of a log.
  if (start === 0 && bytes.length === CHUNK) start = bytes.length;
  return { lines, used: start };
}

function lineOf(bytes: Buffer, start: number, end: number, begins: number): Line {
  const text = bytes.toString('utf8', start, end);
  const bare = begins + start === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
  return { text: bare.endsWith('\r') ? bare.slice(0, -1) : bare, offset: begins + start };
}

async function isSame(file: FileHandle, head: FileHead): Promise<boolean> {
  return digest(await readAt(file, 0, head.length)) === head.digest;
}

async function headOf(file: FileHandle, size: number): Promise<FileHead> {
  const bytes = await readAt(file, 0, Math.min(HEAD, size));
  return { length: bytes.length, digest: digest(bytes) };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
