import type { Frame } from '../../protocol/frames.ts';

/** Frames that wait for a snapshot, per stream; more than this and the snapshot will be newer anyway. */
const MAX_WAITING = 5_000;

interface Missing {
  /** The snapshot has to be true at this position or later. */
  head: number;
  /** The question whose answer will do; null: it is still to be asked. */
  asked: number | null;
  /** How often in a row there was no answer that does. */
  failures: number;
  frames: Frame[];
}

/** What was asked for in vain is asked for again after so long, then after twice as long each time. */
const AGAIN_MS = 2_000;
const AGAIN_MAX_MS = 60_000;

/** Streams whose snapshot is missing, with the frames that came in the meantime. Decides what is asked for. */
export class MissingStreams {
  readonly #missing = new Map<string, Missing>();
  #questions = 0;

  has(stream: string): boolean {
    return this.#missing.has(stream);
  }

  /** A snapshot that is true at `head` or later is needed. One that was asked for since then will do. */
  need(stream: string, head: number): void {
    const missing = this.#missing.get(stream);
    if (missing === undefined) this.#put(stream, head, null);
    else if (head > missing.head) {
      missing.head = head;
      missing.asked = null;
      missing.failures = 0;
    }
  }

  #put(stream: string, head: number, asked: number | null): void {
    this.#missing.set(stream, { head, asked, failures: 0, frames: [] });
  }

  /**
   * As `need`, but later: it counts as asked by the question whose number this answers, until `again`. What is
   * asked or to be asked already has to be newer; then the answer is null.
   */
  needLater(stream: string, head: number): number | null {
    const missing = this.#missing.get(stream);
    if (missing !== undefined) {
      missing.head = Math.max(missing.head, head);
      return null;
    }
    const question = ++this.#questions;
    this.#put(stream, head, question);
    return question;
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

  /** Whether the answer to a question, which leaves the stream at `position`, is new enough. */
  reaches(stream: string, position: number): boolean {
    return position >= (this.#missing.get(stream)?.head ?? 0);
  }

  /**
   * A question was asked in vain. What it was about counts as asked by the question that this answers, until
   * `again` in `wait` milliseconds.
   */
  failed(streams: readonly string[], question: number): { wait: number; question: number } {
    const next = ++this.#questions;
    let failures = 1;
    for (const stream of streams) {
      const missing = this.#missing.get(stream);
      if (missing?.asked !== question) continue;
      missing.asked = next;
      missing.failures += 1;
      failures = Math.max(failures, missing.failures);
    }
    const wait = Math.min(AGAIN_MS * 2 ** (failures - 1), AGAIN_MAX_MS);
    return { wait, question: next };
  }

  /** What a question was about is asked for again. */
  again(streams: readonly string[], question: number): void {
    for (const stream of streams) {
      const missing = this.#missing.get(stream);
      if (missing?.asked === question) missing.asked = null;
    }
  }

  /** What waits for a stream's snapshot is void. */
  dropFrames(stream: string): void {
    const missing = this.#missing.get(stream);
    if (missing !== undefined) missing.frames = [];
  }

  forget(stream: string): void {
    this.#missing.delete(stream);
  }

  clear(): void {
    this.#missing.clear();
  }
}
