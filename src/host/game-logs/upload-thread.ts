/** Reads uploads in a thread of their own: whatever one costs, the host answers meanwhile. */
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HostError } from '../http/host-error.ts';
import { Turns } from '../turns.ts';
import type { ReadUpload, Upload } from './read-upload.ts';

/** What the thread is given. */
export interface UploadTask {
  readonly upload: Upload;
  readonly timezone: string;
  readonly now: number;
}

/** The built thread, also beside sources, which Node does not run. */
const PROGRAM = resolve(import.meta.dirname, '../../../dist/host/game-logs/upload-worker.js');
/** The largest log that a game wrote takes a second; milliseconds. */
const LIMIT = 20_000;
const MEGABYTES = 512;

/** One after the other: an upload costs a core while it is read. */
const turns = new Turns(1);

/** What an uploaded log tells; null where it is none that is known. Refuses what takes too long to read. */
export function readInThread(task: UploadTask): Promise<ReadUpload | null> {
  return turns.take(() => run(task));
}

function run(task: UploadTask): Promise<ReadUpload | null> {
  return new Promise((read, failed) => {
    const worker = new Worker(PROGRAM, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    const refuse = (cause?: unknown) =>
      failed(
        new HostError('log-not-recognized', 'This takes longer to read than a log of a game.', {
          cause,
        }),
      );
    const limit = setTimeout(() => {
      refuse();
      void worker.terminate();
    }, LIMIT);
    worker.once('message', (told: ReadUpload | null) => read(told));
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(error);
      else failed(error);
    });
    // After a message or an error this changes nothing.
    worker.once('exit', () => {
      clearTimeout(limit);
      refuse();
    });
  });
}
