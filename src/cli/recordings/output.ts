import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../terminal.ts';

/** Where the lines of a recording go. */
export interface Output {
  write(line: string): void;
  close(): void;
}

/** A new file, or standard output where none is named. Throws `UsageError`. */
export function openOutput(path: string | undefined, say: (line: string) => void): Output {
  if (path === undefined) return { write: say, close: () => undefined };
  try {
    const descriptor = openSync(path, 'wx');
    return {
      write: (line) => {
        try {
          writeSync(descriptor, `${line}\n`);
        } catch (error) {
          throw unwritable(path, error);
        }
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): UsageError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
  const reason = code === 'EEXIST' ? 'it is there already' : code;
  return new UsageError(`${path} cannot be written (${reason}).`, { cause: error });
}
