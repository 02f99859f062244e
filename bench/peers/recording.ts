import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { DomainEvent } from '../../src/domain/event.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import { createLoad } from '../../src/testing/frames.ts';
import { openingEvents } from '../../src/testing/snapshots.ts';

export interface RecordingOptions {
  readonly seed: number;
  readonly servers: number;
  readonly players: number;
  readonly events: number;
}

const CHUNK = 1024 * 1024;

/** Writes what a client is answered at the beginning, then frame after frame, a line each. */
export function writeRecording(path: string, options: RecordingOptions): void {
  const file = openSync(path, 'w');
  try {
    const load = createLoad(options);
    writeSync(file, `${JSON.stringify(openingEvents(load.world))}\n`);
    for (let left = options.events; left > 0;) {
      const frames = load.take(10_000).slice(0, left);
      writeSync(file, `${frames.map((frame) => JSON.stringify(frame)).join('\n')}\n`);
      left -= frames.length;
      // What the world keeps to answer for a page is never asked for here.
      for (const server of load.world.servers) {
        server.feed.length = 0;
        server.console.length = 0;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** A recording that is read line by line, however long it is. */
export class RecordedLines {
  readonly opening: readonly DomainEvent[];
  readonly #file: number;
  readonly #decoder = new TextDecoder();
  readonly #buffer = Buffer.alloc(CHUNK);
  #lines: string[] = [];
  #at = 0;
  #rest = '';

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.opening = JSON.parse(this.#next() ?? '[]') as DomainEvent[];
  }

  /** The next frames, at most so many; none at the end. */
  take(count: number): readonly Frame[] {
    const frames: Frame[] = [];
    while (frames.length < count) {
      const line = this.#next();
      if (line === undefined) break;
      frames.push(JSON.parse(line) as Frame);
    }
    return frames;
  }

  close(): void {
    closeSync(this.#file);
  }

  #next(): string | undefined {
    while (this.#at === this.#lines.length) {
      const length = readSync(this.#file, this.#buffer);
      if (length === 0) return undefined;
      const text =
        this.#rest + this.#decoder.decode(this.#buffer.subarray(0, length), { stream: true });
      this.#lines = text.split('\n');
      this.#rest = this.#lines.pop() ?? '';
      this.#at = 0;
    }
    return this.#lines[this.#at++];
  }
}
