/** Every socket of this host process: who may open one, and what ends it. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE } from '../../protocol/close-codes.ts';
import {
  Connection,
  type ConnectionDeps,
  type ConnectionSession,
  type ConnectionSocket,
} from './connection.ts';
import { encodeMoment } from './frame.ts';
import { AnonymousSockets } from './anonymous-sockets.ts';

/** Milliseconds, bytes and counts. */
export const SOCKET_LIMITS = {
  /** Until it is known whose a socket is. */
  signIn: 5_000,
  /** Until the whole `hello` has come. */
  hello: 10_000,
  /** For the answer to a close. */
  goodbye: 2_000,
  keepalive: 15_000,
  /** Between looks whether a session has expired. */
  expiry: 1_000,
  /** A socket of which nothing was heard for so long, not even the answer to a ping, is cut. */
  silence: 45_000,
  /** More than any message of this protocol: an older portal may say more, and must learn that it is old. */
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
  /** What a request counts as where sockets are counted by address; null where its socket is gone. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  /** When a session ends, null where it has; asked when a socket opens and when the known end has come. */
  readonly sessionEnd: (session: ConnectionSession) => Promise<number | null>;
  /** A display has lost its last socket here; `sessionEnd` is asked before. */
  readonly onDisplayGone: (displayId: string) => void;
}

/** Why a socket is closed at once. */
interface Refusal {
  readonly code: number;
  readonly reason: string;
}

/** The websocket's own code for 'try again later'. */
const TRY_AGAIN = 1013;
const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: SOCKET_LIMITS.message,
  closeTimeout: SOCKET_LIMITS.goodbye,
};
const LATE: Refusal = { code: TRY_AGAIN, reason: 'try again' };

interface Open {
  readonly connection: Connection;
  readonly socket: WebSocket;
  expiresAt: number;
  heard: number;
}

export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #server = new WebSocketServer(SERVER_OPTIONS);
  readonly #anonymous = new AnonymousSockets();
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

  /**
   * Takes the upgrade of a request to `/connect`. What cannot be served is told by a close code. Nothing is
   * read from a socket before it is known whose it is.
   */
  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    if (this.#stopped) {
      raw.destroy();
      return;
    }
    raw.on('error', () => raw.destroy());
    const leave = this.#anonymous.enter(this.#deps.addressOf(request));
    if (leave === null) {
      this.#handshake(request, raw, head, (socket) => {
        socket.close(CLOSE.RATE_LIMITED, 'too many sockets that are not signed in');
        raw.end(() => raw.destroy());
      });
      return;
    }
    raw.once('close', leave);
    this.#judge(request).then(
      (verdict) => {
        this.#handshake(request, raw, head, (socket) => {
          if ('code' in verdict) {
            socket.close(verdict.code, verdict.reason);
            return;
          }
          leave();
          this.#admit(verdict, socket, raw);
        });
      },
      (error: unknown) => {
        this.#deps.onFailure(error);
        this.#handshake(request, raw, head, (socket) => socket.close(LATE.code, LATE.reason));
      },
    );
  }

  /** Whoever is signed in here. */
  get accounts(): ReadonlySet<string> {
    const people = [...this.#open].filter(({ connection }) => !connection.session.display);
    return new Set(people.map(({ connection }) => connection.session.accountId));
  }

  /** Sends to every socket that this holds for. */
  broadcast(bytes: Buffer, to: (connection: Connection) => boolean): void {
    for (const { connection } of this.#open) if (to(connection)) connection.send(bytes);
  }

  /** Of an account: its displays see by them too. */
  grantsChanged(subject: string): void {
    for (const open of this.#open) {
      const { connection } = open;
      const { accountId, display } = connection.session;
      if (accountId === subject || display?.owner === subject) connection.grantsChanged();
      // Whoever paired it may be blocked now.
      if (display?.owner === subject) this.#checkSession(open);
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

  #handshake(
    request: IncomingMessage,
    raw: Duplex,
    head: Buffer,
    opened: (socket: WebSocket) => void,
  ): void {
    if (this.#stopped) raw.destroy();
    else {
      this.#server.handleUpgrade(request, raw, head, (socket) => {
        socket.on('error', () => socket.terminate());
        opened(socket);
      });
    }
  }

  /** Whose a socket is to be, or why it is nobody's. */
  async #judge(request: IncomingMessage): Promise<SocketSession | Refusal> {
    if (!this.#deps.originAllowed(request)) {
      return { code: CLOSE.FORBIDDEN, reason: 'this origin may not connect' };
    }
    const late = new AbortController();
    const slow = sleep(SOCKET_LIMITS.signIn, LATE, { signal: late.signal, ref: false });
    try {
      const session = await Promise.race([this.#deps.authenticate(request), slow]);
      if (session === null) return { code: CLOSE.SIGNED_OUT, reason: 'sign in first' };
      if ('code' in session) return session;
      const full = this.#count(session.accountId) >= SOCKET_LIMITS.perAccount;
      return full ? { code: CLOSE.RATE_LIMITED, reason: 'too many sockets' } : session;
    } finally {
      late.abort();
    }
  }

  #admit(session: SocketSession, socket: WebSocket, raw: Duplex): void {
    const deps = { ...this.#deps, keepalive: SOCKET_LIMITS.keepalive };
    const connection = new Connection(deps, session, outgoingOf(socket, raw));
    const now = performance.now();
    const open: Open = { connection, socket, expiresAt: session.expiresAt, heard: now };
    this.#open.add(open);
    const helloTimer = setTimeout(() => {
      if (!connection.greeted) connection.close(CLOSE.MALFORMED, 'no hello in time');
    }, SOCKET_LIMITS.hello);
    socket.on('message', (data, isBinary) => {
      open.heard = performance.now();
      if (isBinary) connection.close(CLOSE.MALFORMED, 'text only');
      else connection.message(textOf(data));
    });
    socket.on('pong', () => {
      open.heard = performance.now();
    });
    socket.on('close', () => {
      clearTimeout(helloTimer);
      this.#open.delete(open);
      connection.closed();
      this.#left(session);
    });
    raw.on('drain', () => connection.drained());
    // Signing out may have come between reading the session and now, where nobody heard of it.
    this.#checkSession(open);
  }

  #count(accountId: string): number {
    return [...this.#open].filter(({ connection }) => connection.session.accountId === accountId)
      .length;
  }

  #left({ id, accountId, display }: ConnectionSession): void {
    if (this.#stopped || display === undefined || this.#count(accountId) > 0) return;
    this.#deps.onDisplayGone(id);
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

  /** A session may have been used in the meantime, and last longer than it did when the socket opened. */
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
