/**
 * Fan-out within one host process: hears of every commit, and gives each follower of a stream every
 * event once and in order. What a lost connection or a payload that was too long leaves out is read
 * from the log, so nothing depends on a notice that arrives.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Channel, Follower, type Sink } from './channel.ts';
import { filteredOf, toldOn } from './filtered.ts';
import { encodeStreamFrame, type StreamFrame } from './frame.ts';
import type { NoticedEvent } from './notice.ts';
import type { LoggedEvent } from './read.ts';
import type { Resume, Wanted } from './resume.ts';
import type { StreamLog } from './stream-log.ts';

/** Milliseconds between attempts to read what was missed while the database is away. */
const READ_RETRY = 250;

export interface HubOptions {
  readonly log: StreamLog;
  /** Every frame that is told here for the first time; for measurements. */
  readonly onFrame: (frame: StreamFrame) => void;
  /** Reading what was missed failed; it is tried again. */
  readonly onReadError: (error: unknown) => void;
}

/** Streams that a sink follows from now on. Nothing is delivered before `begin`. */
export interface Following {
  readonly streams: readonly Resume[];
  /** Delivers what was missed, and from then on everything. */
  begin(): void;
}

export class Hub {
  readonly #options: HubOptions;
  readonly #channels = new Map<string, Channel>();
  /** Channels that miss something, with the position that they have to reach. */
  readonly #behind = new Map<Channel, number>();
  #reading = false;
  #stopped = false;
  /** Counts the times that listening began. */
  #epoch = 0;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Streams that somebody here follows. */
  get size(): number {
    return this.#channels.size;
  }

  /** Follows streams. The sink follows none of them yet. Rejects where the database is away. */
  async follow(sink: Sink, wanted: readonly Wanted[]): Promise<Following> {
    const streams = wanted.map(({ stream }) => stream);
    const followers = streams.map((stream) => this.#register(sink, stream));
    const epoch = this.#epoch;
    try {
      const { resumes, missed } = await this.#options.log.resume(wanted);
      const backlog = new Map(resumes.map(({ stream }) => [stream, [] as StreamFrame[]]));
      for (const event of missed) backlog.get(event.stream)?.push(encodeLogged(event));
      for (const [index, { head }] of resumes.entries()) {
        const channel = followers[index]?.channel;
        if (channel === undefined) continue;
        channel.start(head);
        if (epoch !== this.#epoch) this.#catchUp(channel, Infinity);
        else if (this.#behind.has(channel)) this.#startReading();
      }
      return {
        streams: resumes,
        begin: () => {
          for (const [index, { stream, head }] of resumes.entries()) {
            const registered = followers[index];
            const stays = registered?.channel.followers.get(sink) === registered?.follower;
            if (stays) registered?.follower.open(head, backlog.get(stream) ?? []);
          }
        },
      };
    } catch (error) {
      this.unfollow(sink, streams);
      throw error;
    }
  }

  /** The sink gets nothing more of these streams. */
  unfollow(sink: Sink, streams: Iterable<string>): void {
    for (const stream of streams) {
      const channel = this.#channels.get(stream);
      if (channel === undefined || !channel.followers.delete(sink)) continue;
      if (channel.followers.size > 0) continue;
      this.#channels.delete(stream);
      this.#behind.delete(channel);
    }
  }

  /** The newest position that the sink was offered of a stream; 0 where it does not follow it. */
  lastOf(sink: Sink, stream: string): number {
    return this.#channels.get(stream)?.followers.get(sink)?.last ?? 0;
  }

  /** What the listener heard. */
  hear(events: readonly NoticedEvent[]): void {
    for (const { stream, seq, rest } of events.flatMap((event) => this.#alsoFiltered(event))) {
      const channel = this.#channels.get(stream);
      if (channel === undefined) continue;
      const advance = channel.judge(seq);
      if (advance === 'known') continue;
      if (advance === 'gap' || rest === undefined || this.#behind.has(channel)) {
        this.#catchUp(channel, seq);
      } else {
        this.#offer(channel, encodeStreamFrame(stream, seq, rest.at, rest.event, rest.data));
      }
    }
  }

  /** What is noticed of a stream, and where somebody follows it filtered, as it is told so. */
  #alsoFiltered(event: NoticedEvent): readonly NoticedEvent[] {
    const stream = filteredOf(event.stream);
    if (stream === null || !this.#channels.has(stream)) return [event];
    const { seq, rest } = event;
    const data = rest && JSON.stringify(toldOn(stream, JSON.parse(rest.data)));
    return [event, { stream, seq, rest: rest && { ...rest, data: data ?? '' } }];
  }

  /** Listening began again: whatever was told in between is read. */
  listeningAgain(): void {
    this.#epoch += 1;
    for (const channel of this.#channels.values()) {
      if (channel.last !== null) this.#catchUp(channel, Infinity);
    }
  }

  /** Streams go on after these positions, and nothing tells how they came there: followers take a snapshot. */
  restart(heads: ReadonlyMap<string, number>): void {
    const restarted = new Map<Sink, string[]>();
    for (const [stream, head] of heads) {
      const channel = this.#channels.get(stream);
      if (channel === undefined) continue;
      this.#behind.delete(channel);
      for (const sink of channel.restart(head)) {
        const streams = restarted.get(sink);
        if (streams === undefined) restarted.set(sink, [stream]);
        else streams.push(stream);
      }
    }
    for (const [sink, streams] of restarted) sink.restarted(streams);
  }

  stop(): void {
    this.#stopped = true;
    this.#channels.clear();
    this.#behind.clear();
  }

  #register(sink: Sink, stream: string): { channel: Channel; follower: Follower } {
    let channel = this.#channels.get(stream);
    if (channel === undefined) {
      channel = new Channel(stream);
      this.#channels.set(stream, channel);
    }
    const follower = new Follower(sink);
    channel.followers.set(sink, follower);
    return { channel, follower };
  }

  #offer(channel: Channel, frame: StreamFrame): void {
    this.#options.onFrame(frame);
    channel.offer(frame);
  }

  #catchUp(channel: Channel, upTo: number): void {
    this.#behind.set(channel, Math.max(upTo, this.#behind.get(channel) ?? 0));
    this.#startReading();
  }

  #startReading(): void {
    if (this.#reading) return;
    this.#reading = true;
    void this.#read();
  }

  /** Those that miss something and know from where on. */
  #missing(): readonly Channel[] {
    return [...this.#behind.keys()].filter((channel) => channel.last !== null);
  }

  async #read(): Promise<void> {
    for (let missing = this.#missing(); missing.length > 0; missing = this.#missing()) {
      try {
        await this.#readRound(missing);
      } catch (error) {
        if (this.#stopped) return;
        this.#options.onReadError(error);
        await sleep(READ_RETRY);
      }
      if (this.#stopped) return;
    }
    this.#reading = false;
  }

  async #readRound(channels: readonly Channel[]): Promise<void> {
    const { log } = this.#options;
    const openEnded = channels.filter((channel) => this.#behind.get(channel) === Infinity);
    if (openEnded.length > 0) {
      const heads = await log.heads(openEnded.map(({ stream }) => stream));
      for (const channel of openEnded) {
        // What was noticed in the meantime is committed: this round reads it.
        const head = heads.get(channel.stream)?.head ?? 0;
        if (this.#behind.has(channel)) this.#behind.set(channel, head);
      }
    }
    const asked = channels.map((channel) => [channel, this.#behind.get(channel) ?? 0] as const);
    const ranges = channels.map(({ stream, last }) => ({
      stream,
      after: last ?? 0,
      upTo: Number.MAX_SAFE_INTEGER,
    }));
    const read = new Map<string, LoggedEvent[]>(channels.map(({ stream }) => [stream, []]));
    for (const event of await log.read(ranges)) read.get(event.stream)?.push(event);
    if (this.#stopped) return;
    for (const [channel, upTo] of asked) {
      const events = read.get(channel.stream) ?? [];
      this.#offerRead(channel, events);
      // A later notice may ask for more than this round could see.
      if (this.#behind.get(channel) !== upTo) continue;
      this.#behind.delete(channel);
      if ((channel.last ?? 0) >= upTo) continue;
      // What was asked for is not in the log any more.
      this.restart(new Map([[channel.stream, upTo]]));
      this.#offerRead(channel, events);
    }
  }

  #offerRead(channel: Channel, events: readonly LoggedEvent[]): void {
    for (const event of events) {
      if (channel.judge(event.seq) === 'advanced') this.#offer(channel, encodeLogged(event));
    }
  }
}

function encodeLogged({ stream, seq, at, event, data }: LoggedEvent): StreamFrame {
  return encodeStreamFrame(stream, seq, at, event, JSON.stringify(data));
}
