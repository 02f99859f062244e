import type { FileKind } from '../../../protocol/files/limits.ts';

/** A file that is kept of a server. By whose quota it counts follows from whose the server is. */
export interface StoredFileRow {
  readonly id: string;
  readonly server_id: string;
  readonly kind: FileKind;
  readonly name: string;
  /** Of the file itself. */
  readonly bytes: number;
  /** Of its bytes, in hexadecimal; a server has each file of a kind once. */
  readonly sha256: string;
  /** Bytes of all its parts. */
  readonly packed: number;
  readonly at: number;
  readonly uploaded_by: string;
}

/** A part of a file: all of them one after the other are its bytes, compressed by gzip. */
export interface StoredPartRow {
  readonly file_id: string;
  /** From 0. */
  readonly number: number;
  readonly packed: Buffer;
}

export interface FileTables {
  readonly stored_files: StoredFileRow;
  readonly stored_parts: StoredPartRow;
}
