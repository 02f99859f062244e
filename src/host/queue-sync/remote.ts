/** A folder on the machine of a game server, by whichever protocol. */
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { QueueSyncTarget } from '../../protocol/queue-sync/fields.ts';
import type { QueueSyncCause } from '../../protocol/queue-sync/limits.ts';

/** The file could not be read or written there. */
export class RemoteFailure extends Error {
  readonly kind = 'remote-failure';
  readonly reason: QueueSyncCause;

  constructor(reason: QueueSyncCause, options?: ErrorOptions) {
    super(`The file of queue priority: ${reason}.`, options);
    this.reason = reason;
  }
}

/** By what the host logs in. */
export type RemoteSecret =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly key: string };

export interface RemoteSpec {
  readonly target: QueueSyncTarget;
  /** The address that its host name has: no other is asked. */
  readonly address: string;
  readonly secret: RemoteSecret;
  /** Whether the key that the machine shows is trusted; asked before anything secret is sent. */
  readonly trusts: (shown: string) => boolean;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** The folder, once the host is logged in. Every failure is a `RemoteFailure`. */
export interface RemoteFolder {
  /** At most so many bytes of a file; null: there is none of this name. */
  read(name: string, most: number): Promise<Buffer | null>;
  write(name: string, content: Buffer): Promise<void>;
  /** Puts one file in the place of another; false: that machine does not do it. */
  replace(name: string, by: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/** A key by its hash, as ssh shows it. */
export function hashOfKey(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Takes what is read, and no more than so many bytes of it, whatever length was told before. */
export class BoundedSink extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  /** Whether there was more. */
  get isOver(): boolean {
    return this.#bytes > this.#most;
  }

  get content(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#bytes += chunk.length;
    if (this.isOver) return done(new RangeError('The file is too large.'));
    this.#chunks.push(chunk);
    done();
  }
}
