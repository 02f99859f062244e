import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { RECORDING_COMMANDS } from '../../src/cli/recordings/commands.ts';
import { usageSentence } from '../../src/cli/run.ts';
import type { Reduce } from '../../src/domain/recordings/player.ts';
import { reduce as reduceEvent } from '../../src/domain/reduce.ts';
import { busyRecording } from '../../src/testing/busy-recording.ts';

/** A folder for the files of one test file, which asks for it. */
export let folder = '';

/** Makes the folder of a test file; it goes with it. */
export function makeFolder(): void {
  const made = mkdtempSync(join(tmpdir(), 'muster-recordings-'));
  folder = made;
  afterAll(() => rmSync(made, { recursive: true }));
}

interface Said {
  readonly code: number | string;
  readonly said: string;
  readonly warned: readonly string[];
}

/** Runs a command; `code` is its sentence where it could not be run. */
export function run(command: string, args: readonly string[], reduce: Reduce = reduceEvent): Said {
  const said: string[] = [];
  const warned: string[] = [];
  const voice = {
    say: (line: string) => void said.push(line),
    warn: (line: string) => void warned.push(line),
    progress: () => undefined,
    status: () => undefined,
    done: () => undefined,
  };
  try {
    const code = RECORDING_COMMANDS.get(command)?.run(args, { voice, reduce }) ?? 'no command';
    return { code, said: said.join('\n'), warned };
  } catch (error) {
    const sentence = usageSentence(error);
    if (sentence === null) throw error;
    return { code: sentence, said: said.join('\n'), warned };
  }
}

export function write(name: string, lines: Iterable<string>): string {
  const path = join(folder, name);
  writeFileSync(path, `${[...lines].join('\n')}\n`);
  return path;
}

/** A file with a busy community in it. */
export const busyFile = (name: string, count: number, seed = 1) =>
  write(name, busyRecording(count, seed));
