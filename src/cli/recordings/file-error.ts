const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EEXIST: 'it exists already',
  ENOSPC: 'the disk is full',
  ESPIPE: 'it is a pipe: write it to a file first',
};

/** Why a file cannot be read or written. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? (code === '' ? 'for an unknown reason' : code);
}
