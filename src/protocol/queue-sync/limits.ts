/** How the file of queue priority comes onto the machine of a game server. `ftps`: FTP that begins TLS by AUTH. */
export const QUEUE_SYNC_PROTOCOL = ['sftp', 'ftps', 'ftp'] as const;
export type QueueSyncProtocol = (typeof QUEUE_SYNC_PROTOCOL)[number];

/** How the host logs in there. */
export const QUEUE_SYNC_SECRET = ['password', 'key'] as const;
export type QueueSyncSecret = (typeof QUEUE_SYNC_SECRET)[number];

/** Why the file was not written. Second specification, section 8. */
export const QUEUE_SYNC_PROBLEM = [
  'generic',
  'bucket-setup-required',
  'connection-denied',
  'invalid-credentials',
  'no-root-found',
] as const;
export type QueueSyncProblem = (typeof QUEUE_SYNC_PROBLEM)[number];

/** What it came of, and which of the specification's errors that is. */
export const QUEUE_SYNC_CAUSE = {
  /** The server uses no bucket of queue priority. */
  'no-bucket': 'bucket-setup-required',
  /** The host name has no address. */
  'host-unknown': 'connection-denied',
  'address-not-allowed': 'connection-denied',
  /** Nothing answers there, or not in time. */
  unreachable: 'connection-denied',
  /** Something answers, but not by this protocol. */
  'other-protocol': 'connection-denied',
  /** Its key is not the one that was trusted. */
  'key-changed': 'connection-denied',
  credentials: 'invalid-credentials',
  'no-folder': 'no-root-found',
  /** It answered first, and then no more. */
  hanging: 'generic',
  /** The connection broke. */
  dropped: 'generic',
  /** The file may not be read or written. */
  'not-writable': 'generic',
  /** The file that is there, or what is to be in it, is longer than is read. */
  'too-large': 'generic',
  /** What was read back is not what was written. */
  'not-kept': 'generic',
  unexpected: 'generic',
} as const satisfies Readonly<Record<string, QueueSyncProblem>>;
export type QueueSyncCause = keyof typeof QUEUE_SYNC_CAUSE;

export const QUEUE_SYNC_CAUSES = Object.keys(QUEUE_SYNC_CAUSE) as readonly QueueSyncCause[];

/** What may be set, and how long the file may be. The host refuses more, and a form says so before. */
export const QUEUE_SYNC_LIMIT = {
  username: 128,
  password: 256,
  privateKey: 16_384,
  folder: 500,
  /** People in the file, those of others included. */
  people: 50_000,
  /** Bytes that are read. */
  file: 1_048_576,
} as const;
