/** The thread in which one upload is read. */
import { parentPort, workerData } from 'node:worker_threads';
import { readUpload } from './read-upload.ts';
import type { UploadTask } from './upload-thread.ts';

const { upload, timezone, now } = workerData as UploadTask;
parentPort?.postMessage(readUpload(upload, timezone, now));
