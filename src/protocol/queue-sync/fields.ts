import { z } from 'zod';
import { hostName, port } from '../servers/fields.ts';
import { QUEUE_SYNC_LIMIT, QUEUE_SYNC_PROTOCOL } from './limits.ts';

const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** Where the file of queue priority goes, and as whom the host logs in there. */
export const queueSyncTarget = z.object({
  protocol: z.enum(QUEUE_SYNC_PROTOCOL),
  host: hostName,
  port,
  username: z.string().min(1).max(QUEUE_SYNC_LIMIT.username).regex(ONE_LINE, 'one-line'),
  /** The folder of the game server, with `/` between its parts; empty: where a log-in ends up. */
  folder: z.string().trim().max(QUEUE_SYNC_LIMIT.folder).regex(ONE_LINE, 'one-line'),
});
export type QueueSyncTarget = z.infer<typeof queueSyncTarget>;

export const queueSyncPassword = z
  .string()
  .min(1)
  .max(QUEUE_SYNC_LIMIT.password)
  .regex(ONE_LINE, 'one-line');

/** A private key of SSH, as its file has it, without a passphrase. */
export const queueSyncPrivateKey = z.string().trim().min(1).max(QUEUE_SYNC_LIMIT.privateKey);

/** `SHA256:` and the hash of a key in base64, as ssh shows it; `authority`: a certificate that an authority signed. */
export const queueSyncKey = z.string().regex(/^(SHA256:[A-Za-z0-9+/]{43}|authority)$/);
