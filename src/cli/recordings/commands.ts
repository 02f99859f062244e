import { bisectFile, BISECT_HELP, diff, DIFF_HELP } from './compare.ts';
import { redact, REDACT_HELP } from './redact.ts';
import { replay, REPLAY_HELP } from './replay.ts';
import { verify, VERIFY_HELP } from './verify.ts';
import type { CommandContext } from './context.ts';

interface RecordingCommand {
  readonly help: string;
  /** Answers the exit code: 0, or 1 where it found what should not be. */
  readonly run: (args: readonly string[], context: CommandContext) => number;
}

/** The commands on recordings, by name. They need neither host nor database. */
export const RECORDING_COMMANDS: ReadonlyMap<string, RecordingCommand> = new Map([
  ['replay', { help: REPLAY_HELP, run: replay }],
  ['diff', { help: DIFF_HELP, run: diff }],
  ['bisect', { help: BISECT_HELP, run: bisectFile }],
  ['redact', { help: REDACT_HELP, run: redact }],
  ['verify', { help: VERIFY_HELP, run: verify }],
]);
