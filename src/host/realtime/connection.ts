/**
 * One socket of one session: what it follows, what it asks for, and what its grants allow. Everything
 * that reads the database runs one after another, so that answers and streams keep their order.
 */
import { CLOSE } from '../../protocol/close-codes.ts';
import type { ClientMessage } from '../../protocol/frames.ts';
import type { EventData } from '../../protocol/events.ts';
import { HELLO_MESSAGES, MESSAGE_RATE } from '../../protocol/limits.ts';
import { ownedBy, ownerOf, type Owner } from '../../protocol/resources/resource.ts';
import { scopeOfTopic, type Topic } from '../../protocol/streams.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { Watches } from './watches.ts';
import { mayFollow, mayHear, restingStreams, standingStreams, type Granted } from './access.ts';
import type { Sink } from './channel.ts';
import { encodeMoment, type StreamFrame } from './frame.ts';
import { reducedFrame } from './reduced.ts';
import { restingFrame } from './resting.ts';
import type { Hub } from './hub.ts';
import { Outgoing, type OutgoingSocket } from './outgoing.ts';
import { readMessage, type Expected } from './read-message.ts';
import type { Resume, Wanted } from './resume.ts';
import { TokenBucket } from './token-bucket.ts';

/** What a connection needs of the world. */
export interface ConnectionDeps {
  readonly hub: Hub;
  readonly watches: Pick<Watches, 'add' | 'viewers'>;
  readonly build: string;
  /** Milliseconds between keepalives. */
  readonly keepalive: number;
  readonly clock: () => number;
  /** What the session may do with all that it may see. */
  readonly granted: (session: ConnectionSession) => Promise<Granted>;
  /** The same of one owner alone: each screen asks for some, and what somebody has may be much. */
  readonly grantedOn: (session: ConnectionSession, owner: Owner) => Promise<Granted>;
  /** An answer could not be given since something failed; the socket is closed, to be tried again. */
  readonly onFailure: (error: unknown) => void;
  /** A frame was given to the socket (or dropped, since the client does not read). */
  readonly onSent: (sent: boolean) => void;
}

export interface ConnectionSession {
  readonly id: string;
  /** Whose streams these are: the account, or the display itself. */
  readonly accountId: string;
  readonly displayName: string;
  /** A paired screen hears populations alone, by the permissions of the account that paired it. */
  readonly display?: { readonly owner: string };
}

export interface ConnectionSocket extends OutgoingSocket {
  close(code: number, reason: string): void;
}

/** The websocket's own code for 'try again later'. */
const TRY_AGAIN = 1013;
const MAX_SUBSCRIPTIONS = 500;

type Attached = EventData<'ack'>['streams'];

export class Connection implements Sink {
  readonly session: ConnectionSession;
  readonly #deps: ConnectionDeps;
  readonly #socket: ConnectionSocket;
  readonly #out: Outgoing;
  readonly #messages = new TokenBucket(MESSAGE_RATE.burst, MESSAGE_RATE.perSecond);
  /** Streams that are followed. */
  readonly #streams = new Set<string>();
  /** Those of servers that rest, as far as the grants were read last. */
  #resting: ReadonlySet<string> = new Set();
  /** How much the session may see, as far as the grants were read last. */
  #seen = 0;
  /** How to end the watches of a server, by `<server> <topic>`. */
  readonly #watching = new Map<string, () => void>();
  /** What it has to say next. */
  #expected: Expected = 'hello';
  /** The cursors of its hello, until all are there, and in how many messages they came. */
  #cursors = new Map<string, number>();
  #helloMessages = 0;
  #closed = false;
  #work: Promise<void> = Promise.resolve();
  /** What is to be done and not done yet. */
  #waiting = 0;
  /** Frames that wait until it is known what the account may still see. */
  #held: StreamFrame[] | null = null;
  /** A check of the grants waits that has not begun. */
  #checkWaits = false;

  constructor(deps: ConnectionDeps, session: ConnectionSession, socket: ConnectionSocket) {
    this.#deps = deps;
    this.session = session;
    this.#socket = socket;
    this.#out = new Outgoing(socket, (streams) => this.#refresh('overflow', streams));
  }

  get greeted(): boolean {
    return this.#expected === 'other';
  }

  /** Takes a message of the client. */
  message(text: string): void {
    if (this.#closed) return;
    if (!this.#messages.take(performance.now())) {
      this.close(CLOSE.RATE_LIMITED, 'too many messages');
      return;
    }
    const read = readMessage(text, this.#expected);
    switch (read.kind) {
      case 'message':
        this.#take(read.message);
        return;
      case 'other-protocol':
        this.close(CLOSE.PROTOCOL, `the host speaks protocol ${PROTOCOL_VERSION}`);
        return;
      case 'malformed':
        this.close(CLOSE.MALFORMED, 'not a message of this protocol');
    }
  }

  #take(message: ClientMessage): void {
    switch (message.type) {
      case 'hello':
        if (message.batches === true) this.#out.inBatches();
        this.#hold(message.cursors, message.more === true);
        return;
      case 'cursors':
        this.#hold(message.cursors, message.more);
        return;
      case 'subscribe':
        this.#enqueue(() => this.#subscribe(message));
        return;
      case 'unsubscribe':
        this.#enqueue(async () => this.#unsubscribe(message));
        return;
      case 'keepalive':
        this.#moment('keepalive', { sent: message.sent });
    }
  }

  deliver(frame: StreamFrame): void {
    if (this.#held !== null) this.#held.push(frame);
    else {
      this.#deps.onSent(this.#out.frame(this.#shown(frame)));
    }
  }

  #shown(frame: StreamFrame): StreamFrame {
    if (this.session.display !== undefined) return reducedFrame(frame);
    return this.#resting.has(frame.stream) ? restingFrame(frame) : frame;
  }

  restarted(streams: readonly string[]): void {
    this.#refresh('expired', streams);
  }

  /** Everything that waited in the socket has gone out. */
  drained(): void {
    this.#out.drained();
  }

  /** Sends a moment that was encoded for several sockets. */
  send(bytes: Buffer): void {
    if (!this.#closed) this.#out.moment(bytes);
  }

  /** The grants of the account changed: nothing is delivered until it is known what it may still see. */
  grantsChanged(): void {
    if (this.#closed || !this.greeted) return;
    this.#held ??= [];
    if (this.#checkWaits) return;
    this.#checkWaits = true;
    this.#enqueue(() => this.#check());
  }

  /** Says why and ends. */
  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.closed();
    this.#socket.close(code, reason);
  }

  /** The socket has ended. */
  closed(): void {
    this.#closed = true;
    this.#held = null;
    this.#out.end();
    this.#deps.hub.unfollow(this, this.#streams);
    for (const end of this.#watching.values()) end();
    this.#watching.clear();
    this.#streams.clear();
  }

  /** Takes cursors of a hello; the last of them begin. */
  #hold(cursors: Readonly<Record<string, number>>, more: boolean): void {
    this.#helloMessages += 1;
    for (const [stream, position] of Object.entries(cursors)) this.#cursors.set(stream, position);
    this.#expected = more ? 'cursors' : 'other';
    if (!more) {
      const all = this.#cursors;
      this.#cursors = new Map();
      this.#enqueue(() => this.#begin(all));
    } else if (this.#helloMessages >= HELLO_MESSAGES) {
      this.close(CLOSE.MALFORMED, 'a hello without end');
    }
  }

  #enqueue(work: () => Promise<void>): void {
    if (this.#waiting >= MESSAGE_RATE.burst) {
      this.close(CLOSE.RATE_LIMITED, 'too many messages');
      return;
    }
    this.#waiting += 1;
    this.#work = this.#work
      .then(() => (this.#closed ? undefined : work()))
      .catch((error: unknown) => {
        this.#deps.onFailure(error);
        this.close(TRY_AGAIN, 'try again');
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  async #begin(cursors: ReadonlyMap<string, number>): Promise<void> {
    const { accountId } = this.session;
    const granted = await this.#granted();
    // What was told of a restricted server before it was is for nobody any more: its row begins anew.
    const open = new Map([...cursors].filter(([stream]) => !this.#resting.has(stream)));
    await this.#follow(standingStreams(accountId, granted), open, (streams) => {
      const { build, keepalive } = this.#deps;
      const ack = { protocol: PROTOCOL_VERSION, build, muster_id: accountId, keepalive, streams };
      this.#moment('ack', ack);
    });
  }

  async #subscribe(message: Extract<ClientMessage, { type: 'subscribe' }>): Promise<void> {
    const { type: _, topics, cursors, ...whose } = message;
    const owner = ownerOf(whose);
    const room =
      this.#streams.size + this.#watching.size + topics.length <= MAX_SUBSCRIPTIONS + this.#seen;
    const asks = room && this.session.display === undefined;
    const granted = await this.#deps.grantedOn(this.session, ownedBy(whose));
    const allowed = topics.filter((topic) => asks && mayHear(granted, owner, topic));
    const refused = topics.filter((topic) => !allowed.includes(topic));
    const streams = allowed.flatMap((topic) => this.#streamOf(owner, topic) ?? []);
    this.#leave(streams);
    await this.#follow(streams, new Map(Object.entries(cursors)), (attached) => {
      this.#moment('event_subscription', { ...whose, attached, detached: [], refused });
    });
    const server = message.server_id;
    if (server === null) return;
    for (const topic of allowed) this.#watch(server, topic);
    if (allowed.includes('presence')) {
      const viewers = this.#deps.watches.viewers(server);
      this.#moment('presence:server', { server_id: server, viewers });
    }
  }

  #unsubscribe(message: Extract<ClientMessage, { type: 'unsubscribe' }>): void {
    const { type: _, topics, ...whose } = message;
    const owner = ownerOf(whose);
    const streams = topics.flatMap((topic) => this.#streamOf(owner, topic) ?? []);
    const detached = streams.filter((stream) => this.#streams.has(stream));
    this.#leave(detached);
    for (const topic of topics) this.#unwatch(`${owner} ${topic}`);
    this.#moment('event_subscription', { ...whose, attached: [], detached, refused: [] });
  }

  /** Compares what is followed with what the grants allow now. */
  async #check(): Promise<void> {
    this.#checkWaits = false;
    const { accountId } = this.session;
    const granted = await this.#granted();
    const detached = [...this.#streams].filter((stream) => !mayFollow(accountId, granted, stream));
    this.#leave(detached);
    for (const key of this.#watching.keys()) {
      const [server = '', topic] = key.split(' ');
      if (!mayHear(granted, server, topic as Topic)) this.#unwatch(key);
    }
    const added = standingStreams(accountId, granted).filter((name) => !this.#streams.has(name));
    if (!this.#checkWaits) this.#release();
    if (added.length + detached.length === 0) return;
    await this.#follow(added, new Map(), (attached) => {
      this.#moment('event_subscription', { server_id: null, attached, detached, refused: [] });
    });
  }

  async #granted(): Promise<Granted> {
    const granted = await this.#deps.granted(this.session);
    this.#resting = restingStreams(granted);
    this.#seen = granted.size;
    return granted;
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const frame of held) if (this.#streams.has(frame.stream)) this.deliver(frame);
  }

  /** Follows streams: `announce` says how each begins, then they flow. */
  async #follow(
    streams: readonly string[],
    cursors: ReadonlyMap<string, number>,
    announce: (attached: Attached) => void,
  ): Promise<void> {
    const wanted: readonly Wanted[] = streams.map((stream) => ({
      stream,
      cursor: cursors.get(stream),
    }));
    const following = await this.#deps.hub.follow(this, wanted);
    if (this.#closed) {
      this.#deps.hub.unfollow(this, streams);
      return;
    }
    for (const stream of streams) this.#streams.add(stream);
    announce(following.streams.map(attachedOf));
    this.#sendRefused(following.streams);
    following.begin();
  }

  #sendRefused(resumes: readonly Resume[]): void {
    for (const reason of ['expired', 'overflow', 'rebuilt'] as const) {
      const streams = resumes.filter(({ refused }) => refused === reason).map(attachedOf);
      if (streams.length > 0) this.#moment('refresh', { reason, streams });
    }
  }

  #refresh(reason: EventData<'refresh'>['reason'], streams: readonly string[]): void {
    if (this.#closed) return;
    const followed = streams.filter((stream) => this.#streams.has(stream));
    if (followed.length === 0) return;
    const heads = followed.map((stream) => ({
      stream,
      head: this.#deps.hub.lastOf(this, stream),
      resumed: false,
    }));
    this.#moment('refresh', { reason, streams: heads });
  }

  #leave(streams: readonly string[]): void {
    this.#deps.hub.unfollow(this, streams);
    for (const stream of streams) this.#streams.delete(stream);
  }

  #streamOf(ownerId: string | null, topic: Topic): string | undefined {
    if (topic === 'presence') return undefined;
    const scope = scopeOfTopic(topic);
    if (ownerId === null && scope !== 'account') return undefined;
    return `${scope}/${scope === 'account' ? this.session.accountId : ownerId}/${topic}`;
  }

  #watch(server: string, topic: Topic): void {
    if (topic !== 'presence' && topic !== 'metrics') return;
    const key = `${server} ${topic}`;
    if (this.#watching.has(key)) return;
    this.#watching.set(key, this.#deps.watches.add(server, topic, this.session));
  }

  /** Whether this socket asked who looks at a server. */
  looksAt(server: string): boolean {
    return this.#watching.has(`${server} presence`);
  }

  #unwatch(key: string): void {
    this.#watching.get(key)?.();
    this.#watching.delete(key);
  }

  #moment<N extends Parameters<typeof encodeMoment>[0]>(event: N, data: EventData<N>): void {
    this.send(encodeMoment(event, this.#deps.clock(), data));
  }
}

function attachedOf({ stream, head, resumed }: Resume): Attached[number] {
  return { stream, head, resumed };
}
