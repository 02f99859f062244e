/**
 * What goes out on one socket, bounded: a client that does not read in time is given no backlog. Its
 * frames are dropped, and when it has caught up it is told which streams need a snapshot.
 */
import { Batches } from './batches.ts';
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
  #batches: Batches | null = null;

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
    if (this.#dropped === null && this.#waiting > this.#limits.high) {
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
    if (this.#waiting > this.#limits.fatal) {
      this.#socket.terminate();
      return;
    }
    if (this.#batches === null) this.#socket.send(bytes);
    else this.#batches.add(bytes);
  }

  /** From now on several frames may go out in one message. */
  inBatches(): void {
    this.#batches ??= new Batches((bytes) => this.#socket.send(bytes));
  }

  /** Sends what waits for others: nothing more comes. */
  end(): void {
    this.#batches?.flush();
  }

  /** Everything that waited has gone out. */
  drained(): void {
    if (this.#dropped === null) return;
    const streams = [...this.#dropped];
    this.#dropped = null;
    this.#onCaughtUp(streams);
  }

  get #waiting(): number {
    return this.#socket.bufferedAmount + (this.#batches?.bytes ?? 0);
  }
}
