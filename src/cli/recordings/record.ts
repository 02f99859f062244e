import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createRedactor } from '../../domain/recordings/redact.ts';
import { RecordingWriter } from '../../domain/recordings/write.ts';
import {
  recordLive,
  recordSpan,
  type RecordingEnding,
  type RecordRequest,
} from '../../host/recordings/record.ts';
import type { Database } from '../../host/store/database.ts';
import type { Installation } from '../installation.ts';
import { UsageError } from '../terminal.ts';
import { openOutput } from './output.ts';
import type { Voice } from './voice.ts';

export const RECORD_HELP = `muster record: records what happens on the servers of this Muster, until Ctrl-C

  --out FILE            the file to write; without it, standard output
  --server NAME|ID      only this server; can be given several times. Without it, all of them
  --from TIME           record the past instead, from this time on (2026-03-29T02:00:00Z); kept for 7 days
  --to TIME             up to this time; without it, until now
  --minutes NUMBER      the last so many minutes: --from, counted back from now
  --keep-chat           keep what was said in chat, but not who said it
  --as-is               keep names, ids and texts, and addresses that the console prints

It works beside a running Muster. Names, ids and texts are replaced by pseudonyms, the same one each time.
Addresses and e-mail are left out. Look at the file before you pass it on. The exit code is 1 if it was
stopped while the database was unreachable: what happened since then is not in it.
`;

const OPTIONS = {
  out: { type: 'string' },
  server: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  minutes: { type: 'string' },
  'keep-chat': { type: 'boolean', default: false },
  'as-is': { type: 'boolean', default: false },
} as const;

/** Records; answers the exit code. `stopped` ends a live one. Throws `UsageError`. */
export async function record(
  args: readonly string[],
  { db, reach }: Pick<Installation, 'db' | 'reach'>,
  voice: Voice,
  stopped: Promise<void>,
  now: number,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const span = spanOf(values, now);
  const keepChat = values['keep-chat'];
  const redactor = values['as-is']
    ? null
    : createRedactor(randomBytes(32).toString('hex'), keepChat);
  const redaction =
    redactor === null ? 'none' : keepChat ? 'pseudonyms-keeping-chat' : 'pseudonyms';
  const servers = values.server === undefined ? null : await serversOf(db, values.server);
  const output = openOutput(values.out, (line) => voice.say(line));
  const writer = new RecordingWriter({ build: 'host', sources: ['realtime', 'rest'], redaction });
  let leftOut = 0;
  let ended = false;
  void stopped.then(() => (ended = true));
  let ending: RecordingEnding = 'complete';
  const request: RecordRequest = {
    db,
    servers,
    tell: (event) => {
      if (ended && span !== null) throw new UsageError('Stopped. The recording is cut off.');
      output.write(writer.event(redactor?.event(event) ?? event));
      voice.status(`${writer.seq} events`);
    },
    leaveOut: () => leftOut++,
  };
  try {
    for (const line of writer.begin()) output.write(line);
    if (span === null) {
      voice.warn('Recording. Ctrl-C ends it.');
      const began = ({ message }: Error) =>
        voice.warn(
          `The database does not answer (${message}). Recording goes on when it does; nothing is lost.`,
        );
      const answers = () => voice.warn('The database answers again.');
      ending = await recordLive(request, { stopped, outages: { began, ended: answers, reach } });
    } else await recordSpan(request, span);
    if (ending === 'complete') output.write(writer.end());
  } finally {
    voice.done();
    output.close();
  }
  if (leftOut > 0) voice.warn(`${leftOut} events of another version of Muster are left out.`);
  voice.warn(
    `${writer.seq} events recorded${values.out === undefined ? '' : ` in ${values.out}`}.`,
  );
  if (ending === 'complete') return 0;
  voice.warn(
    'Stopped while the database was unreachable: the recording is cut off, and what happened since then is not in it.',
  );
  return 1;
}

/** null: from now on. */
function spanOf(
  { from, to, minutes }: { from?: string; to?: string; minutes?: string },
  now: number,
): { readonly from: number; readonly to: number } | null {
  if (from === undefined && minutes === undefined) {
    if (to === undefined) return null;
    throw new UsageError('--to needs --from, or --minutes.');
  }
  if (from !== undefined && minutes !== undefined) {
    throw new UsageError('Give either --from or --minutes.');
  }
  const begin =
    from === undefined ? now - 60_000 * numberOf(minutes ?? '') : momentOf('from', from);
  const end = to === undefined ? now : momentOf('to', to);
  if (begin >= end) throw new UsageError('The span ends before it begins.');
  return { from: begin, to: end };
}

function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new UsageError(`--minutes takes a number above 0, not ${text}.`);
}

function momentOf(option: string, text: string): number {
  const moment = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(`--${option} takes a moment such as 2026-03-29T02:00:00Z, not ${text}.`);
}

/** Throws `UsageError` where one is not known, or a name is that of several. */
async function serversOf(db: Database, wanted: readonly string[]): Promise<readonly string[]> {
  const servers = await db
    .selectFrom('servers')
    .select(['id', 'identifier'])
    .orderBy('identifier')
    .execute();
  return wanted.map((name) => {
    const named = servers.filter(
      ({ id, identifier }) => id === name || identifier.toLowerCase() === name.toLowerCase(),
    );
    const [found, other] = named;
    if (found === undefined) {
      const known = servers.map(({ identifier }) => identifier).slice(0, 20);
      const list =
        known.length === 0 ? 'There are no servers yet' : `There are: ${known.join(', ')}`;
      throw new UsageError(`There is no server '${name}'. ${list}.`);
    }
    if (other === undefined) return found.id;
    const ids = named.map(({ id }) => id).join(', ');
    throw new UsageError(`Several servers are called '${name}'. Give an id instead: ${ids}.`);
  });
}
