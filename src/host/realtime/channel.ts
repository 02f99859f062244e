import type { StreamFrame } from './frame.ts';

/** Who gets the frames of the streams that they follow, in order and once. */
export interface Sink {
  deliver(frame: StreamFrame): void;
  /** The streams go on from another position, which a snapshot has to have. */
  restarted(streams: readonly string[]): void;
}

/** One sink on one stream. Until it is opened, what comes waits. */
export class Follower {
  readonly sink: Sink;
  #waiting: (() => void)[] | null = [];
  #last = 0;

  constructor(sink: Sink) {
    this.sink = sink;
  }

  /** The newest position that the sink was given, or that a snapshot has to have. */
  get last(): number {
    return this.#last;
  }

  offer(frame: StreamFrame): void {
    if (this.#waiting !== null) this.#waiting.push(() => this.offer(frame));
    else if (frame.seq > this.#last) {
      this.#last = frame.seq;
      this.sink.deliver(frame);
    }
  }

  /** Gives what was missed, then what waited, and from then on everything after `head`. */
  open(head: number, backlog: readonly StreamFrame[]): void {
    for (const frame of backlog) this.sink.deliver(frame);
    this.#last = head;
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const come of waiting) come();
  }

  /** From now on gives what comes after `head`. Whether its sink is to be told now. */
  restart(stream: string, head: number): boolean {
    if (this.#waiting === null) {
      this.#last = head;
      return true;
    }
    this.#waiting.push(() => {
      if (this.restart(stream, head)) this.sink.restarted([stream]);
    });
    return false;
  }
}

/** What comes of a notice: frames in order, or a gap that has to be read from the log. */
export type Advance = 'advanced' | 'known' | 'gap';

/** One stream in this process: its followers and the newest position that they were offered. */
export class Channel {
  readonly stream: string;
  readonly followers = new Map<Sink, Follower>();
  /** null until a head was read. */
  #last: number | null = null;

  constructor(stream: string) {
    this.stream = stream;
  }

  get last(): number | null {
    return this.#last;
  }

  /** The head as the first follower read it; frames up to it are nobody's. */
  start(head: number): void {
    this.#last ??= head;
  }

  /** What a position means here. Before the start everything is offered: followers know their heads. */
  judge(seq: number): Advance {
    if (this.#last === null || seq === this.#last + 1) return 'advanced';
    return seq <= this.#last ? 'known' : 'gap';
  }

  offer(frame: StreamFrame): void {
    if (this.#last !== null) this.#last = frame.seq;
    for (const follower of this.followers.values()) follower.offer(frame);
  }

  /** Goes on after `head`; answers whom to tell. */
  restart(head: number): readonly Sink[] {
    this.#last = head;
    const told = [...this.followers.values()].filter((one) => one.restart(this.stream, head));
    return told.map(({ sink }) => sink);
  }
}
