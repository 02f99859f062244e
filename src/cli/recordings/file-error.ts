const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'what stands before its name is no folder',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  EROFS: 'nothing can be written there',
  EEXIST: 'it is there already',
  ENOSPC: 'the disk is full',
  ESPIPE: 'it is a pipe: write it to a file first',
};

/** Why a file cannot be read or written. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? (code === '' ? 'for an unknown reason' : code);
}
