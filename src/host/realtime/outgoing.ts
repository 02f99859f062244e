/**
 * What goes out on one socket, bounded: a client that does not read in time is given no backlog. Its
 * frames are dropped, and when it has caught up it is told which streams need a snapshot.
 */
import type { StreamFrame } from './frame.ts';

/** Bytes that may wait in a socket: past `high` frames are dropped, past `fatal` it is cut. */
export const QUEUE_BYTES = { high: 4 * 1024 * 1024, fatal: 16 * 1024 * 1024 };

/** What is used of a socket. */
export interface OutgoingSocket {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  /** Sends whole websocket frames. */
  send(frames: Buffer): void;
  terminate(): void;
}

export class Outgoing {
  readonly #socket: OutgoingSocket;
  readonly #onCaughtUp: (streams: readonly string[]) => void;
  readonly #limits: typeof QUEUE_BYTES;
  /** Streams of which frames were dropped; null while the client follows. */
  #dropped: Set<string> | null = null;

  constructor(
    socket: OutgoingSocket,
    onCaughtUp: (streams: readonly string[]) => void,
    limits = QUEUE_BYTES,
  ) {
    this.#socket = socket;
    this.#onCaughtUp = onCaughtUp;
    this.#limits = limits;
  }

  get overflowed(): boolean {
    return this.#dropped !== null;
  }

  /** Sends the frame of a stream, or drops it where the client is too far behind. */
  frame(frame: StreamFrame): boolean {
    if (this.#dropped === null && this.#socket.bufferedAmount > this.#limits.high) {
      this.#dropped = new Set();
    }
    if (this.#dropped !== null) {
      this.#dropped.add(frame.stream);
      return false;
    }
    this.moment(frame.bytes);
    return true;
  }

  /** Sends what belongs to the socket itself. A socket that takes not even these is cut. */
  moment(bytes: Buffer): void {
    if (this.#socket.bufferedAmount > this.#limits.fatal) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(bytes);
  }

  /** Everything that waited has gone out. */
  drained(): void {
    if (this.#dropped === null) return;
    const streams = [...this.#dropped];
    this.#dropped = null;
    this.#onCaughtUp(streams);
  }
}
