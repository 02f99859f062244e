import type { Frame } from '../../protocol/frames.ts';

/** Frames that wait for a snapshot, per stream; more than this and the snapshot will be newer anyway. */
const MAX_WAITING = 5_000;

interface Missing {
  /** The snapshot has to be true at this position or later. */
  head: number;
  /** Asked for, and not answered. */
  asked: boolean;
  frames: Frame[];
}

/** Streams whose snapshot is missing, with the frames that came meanwhile. Decides what is asked for. */
export class MissingStreams {
  readonly #missing = new Map<string, Missing>();

  has(stream: string): boolean {
    return this.#missing.has(stream);
  }

  /** A snapshot that is true at `head` or later is needed. One that was asked for since then will do. */
  need(stream: string, head: number): void {
    const missing = this.#missing.get(stream);
    if (missing === undefined) this.#missing.set(stream, { head, asked: false, frames: [] });
    else if (head > missing.head) {
      missing.head = head;
      missing.asked = false;
    }
  }

  wait(stream: string, frame: Frame): void {
    const frames = this.#missing.get(stream)?.frames;
    if (frames === undefined) return;
    if (frames.length >= MAX_WAITING) frames.length = 0;
    frames.push(frame);
  }

  /** What to ask for now; it counts as asked. */
  take(): readonly string[] {
    const streams: string[] = [];
    for (const [stream, missing] of this.#missing) {
      if (missing.asked) continue;
      missing.asked = true;
      streams.push(stream);
    }
    return streams;
  }

  /** An answer came, or there is none to come: the frames that waited, unless it was asked for again. */
  settle(stream: string): readonly Frame[] {
    const missing = this.#missing.get(stream);
    if (missing === undefined || !missing.asked) return [];
    this.#missing.delete(stream);
    return missing.frames;
  }

  /** Asking failed: it is asked for again. */
  failed(streams: readonly string[]): void {
    for (const stream of streams) {
      const missing = this.#missing.get(stream);
      if (missing !== undefined) missing.asked = false;
    }
  }

  forget(stream: string): void {
    this.#missing.delete(stream);
  }

  clear(): void {
    this.#missing.clear();
  }
}
