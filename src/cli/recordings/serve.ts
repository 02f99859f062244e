import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Player } from '../../domain/recordings/player.ts';
import { readableEvent } from '../../domain/recordings/readable.ts';
import { startReplayHost, type ReplayHost } from '../../host/recordings/replay-host.ts';
import { UsageError } from '../terminal.ts';
import type { CommandContext } from './commands.ts';
import { RecordingFile } from './file.ts';
import { filesOf } from './replay.ts';

const portalDir = resolve(import.meta.dirname, '../../../dist/portal');
const MOST_WAIT_MS = 2_000_000_000;

/** Plays a file to portals, until it is stopped; answers the exit code. Throws `UsageError`. */
export async function serve(
  args: readonly string[],
  { voice, reduce }: CommandContext,
  stopped: Promise<void>,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      serve: { type: 'boolean' },
      speed: { type: 'string', default: '1' },
      step: { type: 'boolean', default: false },
      port: { type: 'string', default: '5990' },
    },
  });
  const [path] = filesOf(positionals, 1, 'muster replay FILE --serve');
  const speed = Number(values.speed);
  if (!Number.isFinite(speed) || speed <= 0) {
    throw new UsageError(`--speed takes a number above 0, not ${values.speed}.`);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${values.port}.`);
  }
  const file = new RecordingFile(path, voice);
  const { header, rows, events } = file.open();
  if (header === null) throw new UsageError(`${path} is no recording.`);
  const player = new Player(events, { start: rows, reduce });
  const built = existsSync(portalDir) ? portalDir : null;
  const host = await startReplayHost({ player, port, portalDir: built, clock: Date.now });
  let ended = false;
  void stopped.then(() => (ended = true));
  try {
    voice.say(`${path} plays at ${host.address}`);
    const tell = () => {
      if (player.last !== null) voice.warn(readableEvent(player.last.seq, player.last.event));
    };
    const played = values.step
      ? playByHand(host, tell, stopped)
      : playInTime(host, player, speed, () => ended);
    await Promise.race([played, stopped]);
    if (!ended) voice.say(`It has ended, after ${player.position} events; Ctrl-C stops it.`);
    await stopped;
  } finally {
    ended = true;
    await host.close();
    file.close();
  }
  return 0;
}

/** Each event as long after the one before as it happened, divided by the speed. */
async function playInTime(
  host: ReplayHost,
  player: Player,
  speed: number,
  ended: () => boolean,
): Promise<void> {
  let newest: number | null = null;
  while (!ended() && host.step()) {
    const at = player.last?.event.at ?? 0;
    // Clocks of host and client are mixed: what seems earlier than what was there is at once.
    const late = newest === null ? 0 : (at - newest) / speed;
    newest = Math.max(newest ?? at, at);
    if (late >= 1) await wait(Math.min(late, MOST_WAIT_MS), undefined, { ref: false });
  }
}

async function playByHand(
  host: ReplayHost,
  tell: () => void,
  stopped: Promise<void>,
): Promise<void> {
  const lines = createInterface({ input: process.stdin });
  void stopped.then(() => lines.close());
  for await (const _ of lines) {
    if (!host.step()) break;
    tell();
  }
}
