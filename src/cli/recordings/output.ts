import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../terminal.ts';
import { fileReason } from './file-error.ts';

/** Where the lines of a recording go. */
export interface Output {
  write(line: string): void;
  close(): void;
}

/**
 * A new file, for its owner alone, or standard output where none is named. The file is made for the first line: a
 * command that comes to nothing leaves none. Both throw `UsageError`.
 */
export function openOutput(path: string | undefined, say: (line: string) => void): Output {
  if (path === undefined) return { write: say, close: () => undefined };
  let descriptor: number | null = null;
  return {
    write: (line) => {
      try {
        descriptor ??= openSync(path, 'wx', 0o600);
        writeSync(descriptor, `${line}\n`);
      } catch (error) {
        throw new UsageError(`${path} cannot be written: ${fileReason(error)}.`, { cause: error });
      }
    },
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}
