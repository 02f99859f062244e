/** The thread in which the body of one upload is parsed, or its log is read and told. */
import { parentPort, workerData } from 'node:worker_threads';
import { withAuditKey } from '../audit/chain.ts';
import { HostError } from '../calls/host-error.ts';
import { pack } from '../files/parts.ts';
import { publish } from '../realtime/log.ts';
import { openDatabase } from '../store/database.ts';
import { parseUpload } from './parse-upload.ts';
import { readUpload } from './read-upload.ts';
import { tellUpload, type ToldUpload } from './tell-upload.ts';
import type { TellTask, ThreadMessage, UploadTask } from './upload-thread.ts';

const say = (message: ThreadMessage, moved: readonly ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, moved);

try {
  const task = workerData as UploadTask;
  if (task.kind === 'parse') {
    const answer = parseUpload(task.json);
    say({ kind: 'done', answer }, [answer.text.buffer]);
  } else {
    say({ kind: 'done', answer: await tell(task) });
  }
} catch (error) {
  if (!(error instanceof HostError)) throw error;
  say({ kind: 'refused', code: error.kind, detail: error.message, fields: error.fields });
}

async function tell(task: TellTask): Promise<ToldUpload> {
  const { upload, timezone, uploader, connection, auditKey } = task;
  const { name } = upload;
  const text = new TextDecoder().decode(upload.text);
  const read = readUpload({ ...upload, text }, timezone, uploader.now);
  const file = read && (await pack(upload.text));
  say({ kind: 'read' });
  if (read === null || file === null) {
    throw new HostError(
      'log-not-recognized',
      'Muster cannot read this log. It reads .ADM and .RPT of DayZ, and server_console.log of ArmA.',
    );
  }
  // A connection that breaks fails its statement as well.
  const database = openDatabase({ connection, max: 1, onIdleError: () => undefined });
  try {
    return await tellUpload(
      { db: database.db, secrets: withAuditKey(auditKey), publish },
      uploader,
      { read, name, file },
    );
  } finally {
    await database.close();
  }
}
