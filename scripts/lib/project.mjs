import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, wherever the command was given. */
export const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What the scripts keep: locks, and the marks of what was built from what. */
export const scriptDataDir = join(projectDir, 'dist', '.scripts');

/** How much script the portal that was built brings first, as a sentence. */
export const scriptSizeFile = join(scriptDataDir, 'script-size');

/** An end that was foreseen. Its message is one sentence that says what to do. */
export class PlainError extends Error {}

/**
 * Prints one line about the progress, on the error output: standard output is the program's own.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a script's main function; a `PlainError` ends it with its sentence alone.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    say(
      error instanceof PlainError
        ? error.message
        : String(error instanceof Error ? error.stack : error),
    );
    process.exitCode = 1;
  }
}
