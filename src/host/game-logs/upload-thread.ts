/** Parses, reads and tells uploads in threads of their own: whatever one costs, the host answers in the meantime. */
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '../../protocol/errors.ts';
import { HostError, type HostErrorOptions } from '../calls/host-error.ts';
import type { DatabaseConnection } from '../store/database.ts';
import { Semaphore } from '../semaphore.ts';
import type { ReceivedUpload } from './parse-upload.ts';
import type { ToldUpload, Uploader } from './tell-upload.ts';

/** A body whose JSON is to be parsed. */
export interface ParseTask {
  readonly kind: 'parse';
  readonly json: Uint8Array;
}

/** A log that is to be read, and told on a connection of the thread's own. */
export interface TellTask {
  readonly kind: 'tell';
  /** Its text is the thread's from here on. */
  readonly upload: Omit<ReceivedUpload, 'acsrf_token'>;
  /** Of the game's clock. */
  readonly timezone: string;
  readonly uploader: Uploader;
  readonly connection: DatabaseConnection;
  readonly auditKey: Uint8Array;
}

/** What the thread is given. */
export type UploadTask = ParseTask | TellTask;

/** What the thread says; `read`: from here on it waits for the database. */
export type ThreadMessage =
  | { readonly kind: 'read' }
  | { readonly kind: 'done'; readonly answer: ReceivedUpload | ToldUpload }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly fields: HostErrorOptions['fields'];
    };

/** The built thread, also beside sources, which Node does not run. */
const PROGRAM = resolve(import.meta.dirname, '../../../dist/host/game-logs/upload-worker.js');
/** The largest log that a game wrote takes a second; milliseconds. */
const LIMIT = 20_000;
const MEGABYTES = 512;

/** One after the other: an upload costs a core while it is parsed or read. */
const threads = new Semaphore(1);

/** The body of an upload; refuses what is none. The bytes are the thread's from here on. */
export function parseInThread(json: Uint8Array): Promise<ReceivedUpload> {
  return threads.take(() => run<ReceivedUpload>({ kind: 'parse', json }));
}

/** Tells an uploaded log; refuses what is none that is known, and what takes too long to read. */
export function tellInThread(task: Omit<TellTask, 'kind'>): Promise<ToldUpload> {
  return threads.take(() => run<ToldUpload>({ kind: 'tell', ...task }));
}

function run<Answer extends ReceivedUpload | ToldUpload>(task: UploadTask): Promise<Answer> {
  return new Promise((done, failed) => {
    const worker = new Worker(PROGRAM, {
      workerData: task,
      transferList: movable(task),
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    const refuse = (cause?: unknown) =>
      failed(
        new HostError(
          'log-not-recognized',
          'The log takes too long to read. Upload a smaller part of it.',
          {
            cause,
          },
        ),
      );
    const limit = setTimeout(() => {
      refuse();
      void worker.terminate();
    }, LIMIT);
    worker.on('message', (message: ThreadMessage) => {
      clearTimeout(limit);
      if (message.kind === 'done') done(message.answer as Answer);
      if (message.kind === 'refused') {
        const { code, detail, fields } = message;
        failed(new HostError(code, detail, fields === undefined ? {} : { fields }));
      }
    });
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(error);
      else failed(error);
    });
    // After an answer or an error this changes nothing.
    worker.once('exit', () => {
      clearTimeout(limit);
      refuse();
    });
  });
}

/** Bytes that share their memory with nothing else move to the thread; all others are copied. */
function movable(task: UploadTask): ArrayBuffer[] {
  const { buffer, byteLength } = task.kind === 'parse' ? task.json : task.upload.text;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
