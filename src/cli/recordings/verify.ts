import { parseArgs } from 'node:util';
import { hashRows } from '../../domain/hash.ts';
import { RecordingCheck, sameVersion } from '../../domain/recordings/run.ts';
import type { CommandContext } from './context.ts';
import { RecordingFile } from './file.ts';
import { filesOf } from './replay.ts';

export const VERIFY_HELP = `muster verify FILE: checks that a recording is whole

  --json                as JSON

The exit code is 1 if a line is damaged, something is missing, or the rows differ from those recorded.
`;

/** Checks a file; answers the exit code. Throws `UsageError`. */
export function verify(args: readonly string[], { voice }: CommandContext): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [path] = filesOf(positionals, 1, 'muster verify FILE');
  const file = new RecordingFile(path, voice);
  const check = new RecordingCheck();
  try {
    for (const item of file.items()) check.take(item);
  } finally {
    file.close();
  }
  const { report, rows } = check.run;
  const { header, events, unknown, damaged } = report;
  const faults = check.faults();
  const whole = damaged === 0 && faults.length === 0;
  const hash = hashRows(rows);
  if (values.json) {
    voice.say(JSON.stringify({ whole, events, unknown, damaged, faults, hash }));
    return whole ? 0 : 1;
  }
  for (const fault of faults) voice.say(fault);
  if (damaged > 0) voice.say(`${damaged} damaged lines or gaps. Everything else was read.`);
  if (unknown > 0) voice.say(`${unknown} events are of a kind that this version does not know.`);
  if (header !== null && !sameVersion(header)) {
    voice.say('Another version of Muster made this recording, so its hashes cannot be compared.');
  }
  if (whole) voice.say(`${path} is whole: ${events} events, hash ${hash}.`);
  return whole ? 0 : 1;
}
