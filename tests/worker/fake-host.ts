import {
  answerOfGroup,
  answerOwn,
  headOf,
  gives,
  mayFollow,
  statusOf,
  streamOf,
} from './fake-own.ts';
import { answerResource, pageOfServers, problem } from './fake-resources.ts';
import type { EventData } from '../../src/protocol/events.ts';
import type { GroupPermission } from '../../src/domain/permissions.ts';
import { ownerOf } from '../../src/protocol/resources/resource.ts';
import { CLOSE } from '../../src/protocol/close-codes.ts';
import { clientMessage, type ClientMessage, type Frame } from '../../src/protocol/frames.ts';
import { accountStream, parseStream, serverStream } from '../../src/protocol/streams.ts';
import { FILTERED_STREAM, isFiltered, type ServerStream } from '../../src/protocol/streams.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';
import type {
  Clock,
  Fetch,
  HttpRequest,
  OpenSocket,
  SocketEvents,
} from '../../src/worker/environment.ts';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import type { World } from '../../src/testing/world.ts';
import type { WorldServer } from '../../src/testing/world-server.ts';

interface OpenedSocket {
  readonly events: SocketEvents;
  readonly follows: Set<string>;
  /** Nothing passes any more, and neither side knows. */
  stalled: boolean;
  open: boolean;
  /** It takes several frames in one message. */
  batches: boolean;
  /** What it said it holds. */
  cursors: Record<string, number>;
}

type Attached = EventData<'ack'>['streams'][number];

/**
 * The host's side of the protocol over a made-up world, in memory: streams with a log and a floor,
 * sockets that resume by cursors, and the REST calls that a worker makes of itself.
 */
export class FakeHost {
  readonly world: World;
  /** Calls that were answered, as `<method> <path>`. */
  readonly calls: string[] = [];
  /** What the sockets were sent by the client. */
  readonly received: ClientMessage[] = [];
  /** Milliseconds that a call and a frame take. */
  latency = 5;
  /** Nothing gets through, and connections are refused. */
  down = false;
  /** Calls that do not get through; and those that are done, but whose answer does not. */
  failing = 0;
  losing = 0;
  /** So many servers are in one page of their list. */
  serversAPage = Infinity;
  /** Servers that no answer can be made of: a page that has one of them is an error. */
  readonly broken = new Set<string>();
  /** Every topic is refused. */
  refusing = false;
  /** What an answer is to say instead, as a host of another version would. */
  retold: (body: unknown) => unknown = (body) => body;
  signedIn = true;
  token = 'token-of-the-first-session';
  sockets: OpenedSocket[] = [];
  /** The most sockets that were open at once. */
  mostSockets = 0;
  readonly #clock: Clock;
  readonly #log = new Map<string, Frame[]>();
  readonly #floors = new Map<string, number>();

  constructor(world: World, clock: Clock) {
    this.world = world;
    this.#clock = clock;
  }

  /** Something happened: it goes into the log and to whoever follows. `deliver` may lose or double. */
  tell(frames: readonly Frame[], deliver: (frame: Frame) => readonly Frame[] = (f) => [f]): void {
    for (const frame of frames) {
      if (frame.stream !== undefined) this.#logOf(frame.stream).push(frame);
    }
    for (const socket of this.sockets) {
      const heard = frames.filter(
        ({ stream }) => stream === undefined || socket.follows.has(stream),
      );
      this.#send(socket, ...heard.flatMap(deliver));
    }
  }

  /** The account may do this with a server from now on: streams are taken from open sockets at once. */
  permit(server: WorldServer, permissions: readonly ServerPermission[]): void {
    this.#permitted(this.world.permit(server, permissions));
  }

  #permitted(frame: Frame): void {
    for (const socket of this.sockets) {
      const detached = [...socket.follows].filter((stream) => !mayFollow(this.world, stream));
      for (const stream of detached) socket.follows.delete(stream);
      if (detached.length === 0) continue;
      const data = { server_id: null, attached: [], detached, refused: [] };
      this.#send(socket, { event: 'event_subscription', at: this.world.at, data });
    }
    this.tell([frame]);
  }

  /** The same with a group. */
  permitGroup(id: string, permissions: readonly GroupPermission[]): void {
    this.#permitted(this.world.permitGroup(id, permissions));
  }

  /** The log forgets what is older than its newest so many events. */
  prune(keep: number): void {
    for (const [stream, log] of this.#log) {
      const newest = log.at(-1)?.seq ?? 0;
      this.#floors.set(stream, Math.max(this.#floors.get(stream) ?? 0, newest - keep));
    }
  }

  /** Forgets everything that happened, so that a week of it fits into memory: old cursors have expired. */
  forget(): void {
    for (const [stream, log] of this.#log) {
      this.#floors.set(stream, log.at(-1)?.seq ?? this.#floors.get(stream) ?? 0);
      log.length = 0;
    }
    this.calls.length = 0;
    this.received.length = 0;
    for (const server of this.world.servers) {
      server.feed.length = 0;
      server.console.length = 0;
      server.identities.clear();
    }
  }

  /** Ends every connection with a code. */
  close(code = 1006): void {
    for (const socket of this.sockets) this.#close(socket, code);
  }

  /** Every connection goes on without anything passing. */
  stall(): void {
    for (const socket of this.sockets) socket.stalled = true;
  }

  signOut(): void {
    this.signedIn = false;
    this.close(CLOSE.SIGNED_OUT);
  }

  readonly openSocket: OpenSocket = (events) => {
    const socket: OpenedSocket = {
      events,
      follows: new Set(),
      stalled: false,
      open: true,
      batches: false,
      cursors: {},
    };
    this.#clock.after(this.latency, () => {
      if (this.down) {
        this.#close(socket, 1006);
        return;
      }
      if (!socket.open) return;
      this.sockets.push(socket);
      this.mostSockets = Math.max(this.mostSockets, this.sockets.length);
      if (this.signedIn) events.opened();
      else this.#close(socket, CLOSE.SIGNED_OUT);
    });
    return {
      send: (text) => {
        const message = clientMessage.parse(JSON.parse(text));
        this.#clock.after(this.latency, () => {
          if (socket.open && !socket.stalled) this.#take(socket, message);
        });
      },
      close: () => {
        if (!socket.open) return;
        this.#forget(socket);
        this.#clock.after(this.latency, () => events.closed(1000));
      },
    };
  };

  readonly fetch: Fetch = (path, request) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError('Failed to fetch'));
      this.#clock.after(this.latency, () => {
        if (this.down || this.failing > 0) {
          this.failing = Math.max(0, this.failing - 1);
          return fail();
        }
        this.calls.push(`${request.method} ${path}`);
        const { status, body } = this.#answer(new URL(path, 'http://host'), request);
        const told = { status, text: JSON.stringify(this.retold(body)) };
        this.#clock.after(this.latency, this.losing-- > 0 ? fail : () => resolve(told));
      });
    });

  #answer(url: URL, request: HttpRequest): { status: number; body: unknown } {
    const { world } = this;
    const ok = (body: unknown) => ({ status: 200, body });
    const path = url.pathname.replace('/app/v1/', '');
    if (path === '@me/status') {
      return ok(statusOf(this.signedIn ? world.session() : null));
    }
    if (path === '@me/acsrf-token') return ok({ acsrf_token: this.token });
    if (path === '@me/logout') {
      const body = JSON.parse(request.body ?? '{}') as { acsrf_token: string };
      if (body.acsrf_token !== this.token) return problem(403, 'invalid-csrf-token');
      this.signOut();
      return ok({ status: true });
    }
    if (!this.signedIn) return problem(401, 'not-signed-in');
    if (path === '@me/session') return ok(world.session());
    const own = answerOwn(world, path.split('/'), request, url.searchParams);
    const ofGroup = answerOfGroup(world, path.split('/'), url.searchParams);
    if (ofGroup !== null) return ofGroup;
    if (own !== null) {
      this.tell(own.frames);
      return own;
    }
    if (path === 'servers/list') {
      return pageOfServers(world, url.searchParams, this.serversAPage, this.broken);
    }
    const [, id = '', what = '', ...rest] = path.split('/');
    const server = world.servers.find((other) => other.id === id && !other.destroyed);
    if (!server) return problem(404, 'not-found');
    const source = isFiltered(what) ? FILTERED_STREAM[what] : what;
    if (source === 'feed' || source === 'console') {
      const audience = what as ServerStream;
      if (!mayFollow(this.world, serverStream(id, audience)))
        return problem(403, 'permission-denied');
      const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
      const limit = Number(url.searchParams.get('limit') ?? 100);
      const all = server[source].filter(({ seq }) => seq < before);
      const entries = all.slice(-limit);
      return ok({ position: server.heads[audience], entries, more: all.length > limit });
    }
    if (what === 'personal') {
      const entries = [...server.identities.values()];
      return ok({ position: server.heads['feed-personal'], entries });
    }
    const answered = answerResource(world, server, [what, ...rest], request, url.searchParams);
    if (answered !== null) {
      if (!mayFollow(this.world, `server/${id}/${what}`)) return problem(403, 'permission-denied');
      this.tell(answered.frames);
      return answered;
    }
    return what === 'action' ? ok({ status: true, answer: 'done' }) : problem(404, 'not-found');
  }

  #take(socket: OpenedSocket, message: ClientMessage): void {
    this.received.push(message);
    switch (message.type) {
      case 'hello':
        socket.batches = message.batches === true;
        socket.cursors = { ...message.cursors };
        if (message.more !== true) this.#begin(socket, socket.cursors);
        return;
      case 'cursors':
        Object.assign(socket.cursors, message.cursors);
        if (!message.more) this.#begin(socket, socket.cursors);
        return;
      case 'subscribe': {
        const { type: _, topics, cursors, ...owner } = message;
        const given = topics.filter(
          (topic) => !this.refusing && gives(this.world, ownerOf(owner), topic),
        );
        const streams = given
          .filter((topic) => topic !== 'presence')
          .map((topic) => streamOf(this.world, ownerOf(owner), topic));
        const refused = topics.filter((topic) => !given.includes(topic));
        this.#attach(socket, streams, cursors, (attached) => ({
          event: 'event_subscription',
          at: this.world.at,
          data: { ...owner, attached, detached: [], refused },
        }));
        for (const server of given.includes('presence') ? this.world.servers : []) {
          if (server.id === message.server_id) this.#send(socket, this.world.presence(server, []));
        }
        return;
      }
      case 'unsubscribe': {
        const detached = message.topics
          .filter((topic) => topic !== 'presence')
          .map((topic) => streamOf(this.world, ownerOf(message), topic));
        for (const stream of detached) socket.follows.delete(stream);
        const { type: _, topics: __, ...owner } = message;
        const data = { ...owner, attached: [], detached, refused: [] };
        this.#send(socket, { event: 'event_subscription', at: this.world.at, data });
        return;
      }
      case 'keepalive':
        this.#send(socket, {
          event: 'keepalive',
          at: this.world.at,
          data: { sent: message.sent },
        });
    }
  }

  #begin(socket: OpenedSocket, cursors: Readonly<Record<string, number>>): void {
    const { world } = this;
    const streams = world.servers
      .filter(({ destroyed }) => !destroyed)
      .map(({ id }) => serverStream(id, 'list'));
    this.#attach(socket, [accountStream(world.muster_id), ...streams], cursors, (attached) => ({
      event: 'ack',
      at: world.at,
      data: {
        protocol: PROTOCOL_VERSION,
        build: 'host',
        muster_id: world.muster_id,
        keepalive: 15_000,
        streams: attached,
      },
    }));
  }

  /** A server that was added is followed by everybody at once. */
  added(id: string): void {
    for (const socket of this.sockets) {
      this.#attach(socket, [serverStream(id, 'list')], {}, (attached) => ({
        event: 'event_subscription',
        at: this.world.at,
        data: { server_id: null, attached, detached: [], refused: [] },
      }));
    }
  }

  #attach(
    socket: OpenedSocket,
    streams: readonly string[],
    cursors: Readonly<Record<string, number>>,
    announce: (attached: Attached[]) => Frame,
  ): void {
    const servers = new Map(this.world.servers.map((server) => [server.id, server]));
    const attached = streams.map((stream): Attached => {
      const head = this.#headOf(stream, servers);
      const cursor = cursors[stream];
      const floor = this.#floors.get(stream) ?? 0;
      const resumed = cursor !== undefined && cursor <= head && cursor >= floor;
      return { stream, head, resumed };
    });
    this.#send(socket, announce(attached));
    const expired = attached.filter(({ stream, resumed }) => !resumed && stream in cursors);
    if (expired.length > 0) {
      const data = { reason: 'expired' as const, streams: expired };
      this.#send(socket, { event: 'refresh', at: this.world.at, data });
    }
    for (const { stream, resumed } of attached) {
      socket.follows.add(stream);
      if (!resumed) continue;
      const cursor = cursors[stream] ?? 0;
      for (const frame of this.#logOf(stream)) {
        if ((frame.seq ?? 0) > cursor) this.#send(socket, frame);
      }
    }
  }

  #headOf(stream: string, servers: ReadonlyMap<string, WorldServer>): number {
    const name = parseStream(stream);
    if (name?.resource !== 'server') return headOf(this.world, stream);
    return servers.get(name.id)?.heads[name.audience] ?? 0;
  }

  #logOf(stream: string): Frame[] {
    const log = this.#log.get(stream) ?? [];
    this.#log.set(stream, log);
    return log;
  }

  #send(socket: OpenedSocket, ...frames: readonly Frame[]): void {
    const texts = frames.map((frame) => JSON.stringify(frame));
    const messages = socket.batches && texts.length > 1 ? [texts.join('\n')] : texts;
    for (const message of messages) {
      this.#clock.after(this.latency, () => {
        if (socket.open && !socket.stalled) socket.events.received(message);
      });
    }
  }

  #close(socket: OpenedSocket, code: number): void {
    if (!socket.open) return;
    this.#forget(socket);
    this.#clock.after(0, () => socket.events.closed(code));
  }

  #forget(socket: OpenedSocket): void {
    socket.open = false;
    this.sockets = this.sockets.filter((other) => other !== socket);
  }
}
