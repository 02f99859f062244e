import { write } from '../call.ts';
import { told } from '../resources/fields.ts';
import { queueSyncKey, queueSyncPassword, queueSyncPrivateKey, queueSyncTarget } from './fields.ts';

const SYNC = '/app/v1/server/:server_id/queue-sync' as const;

export const queueSyncSet = write({
  name: 'queue-sync-set',
  path: SYNC,
  summary:
    'Say where the file of queue priority of a server goes. With neither a password nor a key the stored one stays, as long as protocol, host, port and user do.',
  body: {
    ...queueSyncTarget.shape,
    password: queueSyncPassword.optional(),
    /** In place of a password, with SFTP. */
    private_key: queueSyncPrivateKey.optional(),
    /** As the editor saw it: where it is not so any more, nothing is changed. Absent: over whatever it is. */
    was: queueSyncTarget.nullable().optional(),
  },
  answer: told,
  errors: ['row-changed', 'password-needed', 'private-key-unusable', 'no-queue-file'],
  access: 'server.modify.integrations',
});

export const queueSyncTrust = write({
  name: 'queue-sync-trust',
  path: `${SYNC}/trust`,
  summary:
    'Trust the key that the machine of a server showed, in place of the one that was trusted.',
  /** The key that the caller has seen; where it showed another since, nothing is changed. */
  body: { key: queueSyncKey },
  answer: told,
  errors: ['row-changed'],
  access: 'server.modify.integrations',
});

export const queueSyncNow = write({
  name: 'queue-sync-now',
  path: `${SYNC}/now`,
  summary: 'Write the file of queue priority now. What comes of it is told by `queueSync`.',
  body: {},
  answer: told,
  access: 'server.modify.integrations',
});

export const queueSyncRemove = write({
  name: 'queue-sync-remove',
  path: `${SYNC}/remove`,
  summary:
    'Write the file of queue priority no more, and forget where and how. The file stays as it is.',
  body: {},
  answer: told,
  access: 'server.modify.integrations',
});
