import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Player } from '../../domain/recordings/player.ts';
import { readableEvent } from '../../domain/recordings/readable.ts';
import { systemErrorCode } from '../../host/store/embedded/errors.ts';
import { startReplayHost } from '../../host/recordings/replay-host.ts';
import { UsageError } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { RecordingFile } from './file.ts';
import { Pace } from './pace.ts';
import { filesOf } from './replay.ts';

const portalDir = resolve(import.meta.dirname, '../../../dist/portal');

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
  const { rows, events } = file.open();
  // Nobody goes back here: as few keyframes as there can be.
  const player = new Player(events, { start: rows, reduce, mostKeyframes: 2 });
  const built = existsSync(portalDir) ? portalDir : null;
  const pace = new Pace(values.step ? null : speed);
  const options = { player, port, portalDir: built, clock: Date.now, pace };
  const host = await startReplayHost(options).catch((error: unknown) => {
    file.close();
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
    throw new UsageError(
      `Port ${port} is in use. Choose another with --port; 0 takes any free one.`,
      {
        cause: error,
      },
    );
  });
  let ended = false;
  void stopped.then(() => (ended = true));
  try {
    voice.say(`${path} plays at ${host.address}`);
    const keys = values.step ? createInterface({ input: process.stdin }) : null;
    keys?.on('line', () => pace.step());
    const next = () => player.peek()?.event.at ?? null;
    const play = () => {
      host.step();
      const { last } = player;
      if (pace.speed === null && last !== null) voice.warn(readableEvent(last.seq, last.event));
    };
    await pace.run(next, play, stopped);
    keys?.close();
    if (!ended) voice.say(`The end, after ${player.position} events. Ctrl-C stops it.`);
    await stopped;
  } finally {
    await host.close();
    file.close();
  }
  return 0;
}
