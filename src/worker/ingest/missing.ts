import type { Frame } from '../../protocol/frames.ts';

/** Frames that wait for a snapshot, per stream; more than this and the snapshot will be newer anyway. */
const MAX_WAITING = 5_000;

interface Missing {
  /** The snapshot has to be true at this position or later. */
  head: number;
  /** The question whose answer will do; null: it is still to be asked. */
  asked: number | null;
  frames: Frame[];
}

/** Streams whose snapshot is missing, with the frames that came meanwhile. Decides what is asked for. */
export class MissingStreams {
  readonly #missing = new Map<string, Missing>();
  #questions = 0;

  has(stream: string): boolean {
    return this.#missing.has(stream);
  }

  /** A snapshot that is true at `head` or later is needed. One that was asked for since then will do. */
  need(stream: string, head: number): void {
    const missing = this.#missing.get(stream);
    if (missing === undefined) this.#missing.set(stream, { head, asked: null, frames: [] });
    else if (head > missing.head) {
      missing.head = head;
      missing.asked = null;
    }
  }

  wait(stream: string, frame: Frame): void {
    const frames = this.#missing.get(stream)?.frames;
    if (frames === undefined) return;
    if (frames.length >= MAX_WAITING) frames.length = 0;
    frames.push(frame);
  }

  /** What to ask for now, and the number of that question; it counts as asked. */
  take(): { readonly question: number; readonly streams: readonly string[] } {
    const question = ++this.#questions;
    const streams: string[] = [];
    for (const [stream, missing] of this.#missing) {
      if (missing.asked !== null) continue;
      missing.asked = question;
      streams.push(stream);
    }
    return { question, streams };
  }

  /** Whether the answer to a question will do: nothing newer was needed since. */
  awaits(stream: string, question: number): boolean {
    return this.#missing.get(stream)?.asked === question;
  }

  /** The answer to a question came, or there is none to come: the frames that waited, where it will do. */
  settle(stream: string, question: number): readonly Frame[] {
    if (!this.awaits(stream, question)) return [];
    const frames = this.#missing.get(stream)?.frames ?? [];
    this.#missing.delete(stream);
    return frames;
  }

  /** A question failed: what it was about is asked for again. */
  failed(streams: readonly string[], question: number): void {
    for (const stream of streams) {
      const missing = this.#missing.get(stream);
      if (missing?.asked === question) missing.asked = null;
    }
  }

  forget(stream: string): void {
    this.#missing.delete(stream);
  }

  clear(): void {
    this.#missing.clear();
  }
}
