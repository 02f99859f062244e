import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fromKeyframe, type Keyframe } from '../../domain/fold.ts';
import { createRedactor } from '../../domain/recordings/redact.ts';
import { RecordingWriter } from '../../domain/recordings/write.ts';
import { RECORDED_SOURCE, type RecordingHeader } from '../../protocol/recordings/format.ts';
import type { CommandContext } from './context.ts';
import { RecordingFile } from './file.ts';
import { openOutput } from './output.ts';
import { filesOf } from './replay.ts';

export const REDACT_HELP = `muster redact FILE: a recording without names, ids, addresses, identifiers, e-mail and free texts

  --out FILE            the file to write; without it, standard output
  --keep-chat           keep what was said in chat, but not who said it

The same thing has the same pseudonym throughout the file, and another one in the next. Damaged lines and
unknown events are left out or emptied. Look at the file before you pass it on.
`;

/** Redacts a file; answers the exit code. Throws `UsageError`. */
export function redact(args: readonly string[], { voice }: CommandContext): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      'keep-chat': { type: 'boolean', default: false },
    },
  });
  const [path] = filesOf(positionals, 1, 'muster redact FILE');
  const file = new RecordingFile(path, voice);
  try {
    const output = openOutput(values.out, (line) => voice.say(line));
    let damaged = false;
    try {
      for (const line of redactedLines(file, values['keep-chat'], () => (damaged = true))) {
        output.write(line);
      }
    } finally {
      output.close();
    }
    return damaged ? 1 : 0;
  } finally {
    file.close();
  }
}

/** What is said of a recording whose header is damaged: nothing is known to have been left out. */
const UNKNOWN = { sources: RECORDED_SOURCE, seed: null };

function* redactedLines(
  file: RecordingFile,
  keepChat: boolean,
  damaged: () => void,
): Generator<string> {
  const redactor = createRedactor(randomBytes(32).toString('hex'), keepChat);
  let header: RecordingHeader | null = null;
  const frame: { -readonly [table in keyof Keyframe]: unknown[] } = {};
  let writer: RecordingWriter | null = null;
  const begun = function* (): Generator<string, RecordingWriter> {
    if (writer !== null) return writer;
    const { sources, seed } = header ?? UNKNOWN;
    const build = redactor.build(header?.build ?? '');
    const redaction = keepChat ? 'pseudonyms-keeping-chat' : 'pseudonyms';
    const options = { build, sources, redaction, ...(seed !== null && { seed }) } as const;
    writer = new RecordingWriter(options, fromKeyframe(redactor.keyframe(frame as Keyframe)));
    yield* writer.begin();
    return writer;
  };
  for (const item of file.items()) {
    switch (item.kind) {
      case 'header':
        header = item.header;
        break;
      case 'keyframe':
        for (const [table, rows] of Object.entries(item.rows)) {
          (frame[table as keyof Keyframe] ??= []).push(...rows);
        }
        break;
      case 'event':
        yield (yield* begun()).event(redactor.event(item.event), item.seq);
        break;
      // A recording that was cut off stays one.
      case 'end':
        yield (yield* begun()).end();
        break;
      case 'damage':
        damaged();
    }
  }
  yield* begun();
}
