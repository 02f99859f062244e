/** Every socket of this host process: who may open one, and what ends it. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE } from '../../protocol/close-codes.ts';
import {
  Connection,
  type ConnectionDeps,
  type ConnectionSession,
  type ConnectionSocket,
} from './connection.ts';
import { encodeMoment } from './frame.ts';

/** Milliseconds, bytes and counts. */
export const SOCKET_LIMITS = {
  hello: 10_000,
  keepalive: 15_000,
  /** Between looks whether a session has expired. */
  expiry: 1_000,
  /** A socket of which nothing was heard for so long, not even the answer to a ping, is cut. */
  silence: 45_000,
  /** `hello` carries a cursor for every visible server. */
  message: 1024 * 1024,
  perAccount: 64,
} as const;

/** A session as the upgrade found it. */
export interface SocketSession extends ConnectionSession {
  readonly expiresAt: number;
}

export interface SocketsDeps extends Omit<ConnectionDeps, 'keepalive'> {
  /** The session of a request's cookie; null where nobody is signed in. */
  readonly authenticate: (request: IncomingMessage) => Promise<SocketSession | null>;
  /** Whether a page of the request's origin may connect. */
  readonly originAllowed: (request: IncomingMessage) => boolean;
  /** When a session ends, null where it has; asked when a socket opens and when the known end has come. */
  readonly sessionEnd: (session: ConnectionSession) => Promise<number | null>;
  /** A display has its first socket here (`true`; `sessionEnd` is asked before), or has lost its last one. */
  readonly onDisplay: (session: ConnectionSession, here: boolean) => void;
}

interface Open {
  readonly connection: Connection;
  readonly socket: WebSocket;
  expiresAt: number;
  heard: number;
}

export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_LIMITS.message,
  });
  readonly #open = new Set<Open>();
  readonly #timers: readonly NodeJS.Timeout[];
  #stopped = false;

  constructor(deps: SocketsDeps) {
    this.#deps = deps;
    this.#timers = [
      setInterval(() => this.#beat(), SOCKET_LIMITS.keepalive),
      setInterval(() => this.#expire(), SOCKET_LIMITS.expiry),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Sessions with at least one socket. */
  get sessions(): number {
    return new Set([...this.#open].map(({ connection }) => connection.session.id)).size;
  }

  /** Takes the upgrade of a request to `/connect`. What cannot be served is told by a close code. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#stopped) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (websocket) => {
      websocket.on('error', () => websocket.terminate());
      if (!this.#deps.originAllowed(request)) {
        websocket.close(CLOSE.FORBIDDEN, 'this origin may not connect');
        return;
      }
      this.#admit(request, websocket, socket);
    });
  }

  /** Sends to every socket that this holds for. */
  broadcast(bytes: Buffer, to: (connection: Connection) => boolean): void {
    for (const { connection } of this.#open) if (to(connection)) connection.send(bytes);
  }

  /** Of an account: its displays see by them too. */
  grantsChanged(subject: string): void {
    for (const { connection } of this.#open) {
      const { accountId, display } = connection.session;
      if (accountId === subject || display?.owner === subject) connection.grantsChanged();
    }
  }

  /** A server was added or changed: what a wall's filter finds may be another now. */
  serversChanged(): void {
    for (const { connection } of this.#open) {
      if (connection.session.display !== undefined) connection.grantsChanged();
    }
  }

  sessionsEnded(ids: readonly string[]): void {
    const ended = new Set(ids);
    for (const { connection } of this.#open) {
      if (ended.has(connection.session.id)) this.#signOut(connection);
    }
  }

  /** Notices may have been missed: every session and every grant is looked at again. */
  recheck(): void {
    for (const open of this.#open) {
      open.connection.grantsChanged();
      this.#checkSession(open);
    }
  }

  /** Ends every socket: the host is going away. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const { connection, socket } of this.#open) {
      connection.close(1001, 'the host is stopping');
      socket.terminate();
    }
    this.#open.clear();
    this.#server.close();
  }

  #admit(request: IncomingMessage, socket: WebSocket, raw: Duplex): void {
    const early: string[] = [];
    let open: Open | null = null;
    const helloTimer = setTimeout(() => {
      if (open?.connection.greeted !== true) socket.close(CLOSE.MALFORMED, 'no hello in time');
    }, SOCKET_LIMITS.hello);
    socket.on('message', (data, isBinary) => {
      if (isBinary) {
        socket.close(CLOSE.MALFORMED, 'text only');
        return;
      }
      const text = textOf(data);
      if (open === null) early.push(text);
      else {
        open.heard = performance.now();
        open.connection.message(text);
      }
      if (early.length > 1) socket.close(CLOSE.MALFORMED, 'hello comes first');
    });
    socket.on('pong', () => {
      if (open !== null) open.heard = performance.now();
    });
    socket.on('close', () => {
      clearTimeout(helloTimer);
      if (open === null) return;
      this.#open.delete(open);
      open.connection.closed();
      const { session } = open.connection;
      if (this.#count(session.accountId) === 0) this.#tellDisplay(session, false);
    });
    this.#deps
      .authenticate(request)
      .then((session) => {
        if (socket.readyState !== socket.OPEN) return;
        if (session === null) {
          socket.close(CLOSE.SIGNED_OUT, 'sign in first');
          return;
        }
        if (this.#count(session.accountId) >= SOCKET_LIMITS.perAccount) {
          socket.close(CLOSE.RATE_LIMITED, 'too many sockets');
          return;
        }
        const deps = { ...this.#deps, keepalive: SOCKET_LIMITS.keepalive };
        const first = this.#count(session.accountId) === 0;
        const connection = new Connection(deps, session, outgoingOf(socket, raw));
        open = { connection, socket, expiresAt: session.expiresAt, heard: performance.now() };
        this.#open.add(open);
        // Signing out may have come between reading the session and now, where nobody heard of it.
        this.#checkSession(open);
        if (first) this.#tellDisplay(session, true);
        raw.on('drain', () => connection.drained());
        for (const text of early.splice(0)) connection.message(text);
      })
      .catch((error: unknown) => {
        this.#deps.onFailure(error);
        socket.close(1013, 'try again');
      });
  }

  #count(accountId: string): number {
    return [...this.#open].filter(({ connection }) => connection.session.accountId === accountId)
      .length;
  }

  #tellDisplay(session: ConnectionSession, here: boolean): void {
    if (this.#stopped || session.display === undefined) return;
    this.#deps.onDisplay(session, here);
  }

  #beat(): void {
    const keepalive = encodeMoment('keepalive', this.#deps.clock(), { sent: null });
    const now = performance.now();
    for (const open of this.#open) {
      if (now - open.heard > SOCKET_LIMITS.silence) open.socket.terminate();
      else {
        if (open.connection.greeted) open.connection.send(keepalive);
        open.socket.ping();
      }
    }
  }

  /** A session may have been used meanwhile, and last longer than it did when the socket opened. */
  #expire(): void {
    const now = this.#deps.clock();
    for (const open of this.#open) if (open.expiresAt <= now) this.#checkSession(open);
  }

  #checkSession(open: Open): void {
    this.#deps.sessionEnd(open.connection.session).then(
      (end) => {
        if (end === null) this.#signOut(open.connection);
        else open.expiresAt = end;
      },
      (error: unknown) => this.#deps.onFailure(error),
    );
  }

  #signOut(connection: Connection): void {
    connection.close(CLOSE.SIGNED_OUT, 'the session has ended');
  }
}

/**
 * A socket that is written to directly: what goes out are whole websocket frames already. Without compression
 * the library writes its own frames (pings, the close) at once and whole, so that they never interleave.
 */
function outgoingOf(socket: WebSocket, raw: Duplex): ConnectionSocket {
  return {
    get bufferedAmount() {
      return raw.writableLength;
    },
    send: (frames) => {
      if (socket.readyState === socket.OPEN) raw.write(frames);
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data as Buffer).toString('utf8');
}
