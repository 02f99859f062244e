import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from '../../src/protocol/frames.ts';
import {
  isFiltered,
  SERVER_STREAM,
  serverStream,
  startsAnew,
  type ServerStream,
} from '../../src/protocol/streams.ts';
import { SocketClient } from '../support/socket-client.ts';
import type { HostPair } from './host-pair.ts';

/** The host's limit of messages is more patient than this. */
const BETWEEN_MESSAGES = 110;
const TOPICS = ['feed', 'feed-personal', 'console'] as const;
/** Of which it hears everything; whoever hears a feed whole hears no filtered one. */
export const FOLLOWED = (Object.keys(SERVER_STREAM) as ServerStream[]).filter(
  (audience) => !isFiltered(audience) && !startsAnew({ resource: 'server', id: '', audience }),
);

/** Whether it is one of these. */
export function isFollowed(stream: string): boolean {
  return FOLLOWED.some((audience) => stream.endsWith(`/${audience}`));
}

/**
 * A client that stays: it follows everything of every server, and where its host ends it goes to another
 * with its cursors, as the portal does. It notes whatever does not fit.
 */
export class Witness {
  readonly seen = new Map<string, Map<number, Frame>>();
  /** What must not happen. */
  readonly wrong: string[] = [];
  /** Visits that came to nothing. */
  readonly refused: string[] = [];
  connections = 0;
  readonly #pair: HostPair;
  readonly #servers: readonly string[];
  readonly #last = new Map<string, number>();
  #preferred: 0 | 1;
  #ended = false;
  #client: SocketClient | null = null;
  #running: Promise<void> = Promise.resolve();
  following = false;

  constructor(pair: HostPair, servers: readonly string[], preferred: 0 | 1) {
    this.#pair = pair;
    this.#servers = servers;
    this.#preferred = preferred;
  }

  start(): this {
    this.#running = this.#stay();
    return this;
  }

  async stop(): Promise<void> {
    this.#ended = true;
    this.#client?.kill();
    await this.#running;
  }

  /** The newest position that it has seen; 0 before the first. */
  cursor(stream: string): number {
    return this.#last.get(stream) ?? 0;
  }

  frames(stream: string): readonly Frame[] {
    return [...(this.seen.get(stream)?.values() ?? [])];
  }

  async #stay(): Promise<void> {
    while (!this.#ended) {
      try {
        await this.#visit();
      } catch (error) {
        // Its host ended; the next visit is to the other one.
        this.refused.push(String(error));
      }
      this.following = false;
      this.#preferred = this.#preferred === 0 ? 1 : 0;
      await sleep(100);
    }
  }

  async #visit(): Promise<void> {
    const { process, protocol } = this.#pair.hosts[this.#preferred];
    const { origin } = process;
    const headers = { cookie: this.#pair.cookie, origin };
    const client = new SocketClient(`${origin.replace('http', 'ws')}/connect`, headers);
    this.#client = client;
    let read = 0;
    const take = () => {
      for (const frame of client.frames.slice(read)) this.#take(frame);
      read = client.frames.length;
      return client.closed !== null;
    };
    const taking = client.until(take, 2 ** 31 - 1);
    const lists = this.#servers.map((id) => serverStream(id, 'list'));
    const { data } = await client.hello(this.#cursors(lists), false, protocol);
    this.connections += 1;
    for (const { stream, resumed } of data.streams) {
      if (this.seen.has(stream) && !resumed) this.wrong.push(`${stream} was not resumed`);
    }
    for (const server of this.#servers) {
      const streams = TOPICS.map((topic) => serverStream(server, topic));
      const cursors = this.#cursors(streams);
      client.send({ type: 'subscribe', server_id: server, topics: [...TOPICS], cursors });
      await sleep(BETWEEN_MESSAGES);
    }
    await client.until(() => client.closed !== null || this.#followsAll(client));
    this.following = client.closed === null;
    await taking;
  }

  #followsAll(client: SocketClient): boolean {
    const answered = client.frames.flatMap((frame) =>
      frame.event === 'event_subscription' ? [frame.data.server_id] : [],
    );
    return this.#servers.every((server) => answered.includes(server));
  }

  #cursors(streams: readonly string[]): Record<string, number> {
    return Object.fromEntries(streams.map((stream) => [stream, this.cursor(stream)]));
  }

  #take(frame: Frame): void {
    const { stream, seq } = frame;
    if (stream === undefined || seq === undefined || !stream.startsWith('server/')) return;
    if (!isFollowed(stream)) return;
    const seen = this.seen.get(stream) ?? new Map<number, Frame>();
    this.seen.set(stream, seen);
    if (seen.has(seq)) this.wrong.push(`${stream} ${seq} came twice`);
    const last = this.cursor(stream);
    if (seq !== last + 1) this.wrong.push(`${stream} ${seq} came after ${last}`);
    seen.set(seq, frame);
    this.#last.set(stream, seq);
  }
}
