/**
 * Keeps one WebRCON connection with a server, never a second: the server admits about four for each
 * address and frees closed ones late. Resolves, connects, and when the connection is lost connects again
 * after a back-off.
 *
 * The server says nothing about a log-in. A right password is one whose connection stays; a wrong one is
 * let in by the handshake and closed at once, before any frame. A server that is down or restarting looks
 * different: it refuses, breaks the handshake, or ends a connection that was already admitted. So closes
 * before any frame, several in a row and each right after a good handshake, are a refused password; there
 * the retries stop, after fewer than the five for which the server bans the address for five minutes.
 * Too many connections look the same, so a password that was good before is tried on, and the state says
 * that it may be either.
 */
import { Reconnector } from '../reconnector.ts';
import type { ConnectionFault, RconAccess } from '../contract.ts';
import {
  TOO_LONG,
  type ClientWebSocket,
  type ConnectorPorts,
  type WebSocketEnd,
} from '../ports.ts';
import { parseFrame, type Frame } from './frame.ts';
import { RequestTable, type Answer, type RequestOptions } from './requests.ts';

/** Milliseconds. */
export const SESSION_TIMING = {
  /** A connection that stays open so long without a frame is a good one of a server that is loading. */
  admission: 3_000,
  /** A connection that is closed within this time, and said nothing, was refused. */
  refusal: 15_000,
  /** Without a frame for this long the server is asked for a sign of life. */
  ask: 3_000,
  /** Without any frame for this long the server is gone. */
  silence: 9_000,
  /** The same until the first answer: a loading server answers late, and frees closed connections late. */
  silenceBeforeReady: 30_000,
} as const;

/** Closes before any frame in a row that make a refused password; the server bans for five. */
const REFUSALS = 3;

export interface SessionTarget {
  readonly host: string;
  readonly rcon: RconAccess;
}

export interface SessionHandlers {
  onConnecting(): void;
  /** The handshake went well: a question now tells whether the password did. */
  onOpen(): void;
  /** Admitted. Commands can be sent; a loading server answers them later. */
  onConnected(): void;
  /** A frame that answers no command of ours: the console, chat, reports. */
  onFrame(frame: Frame): void;
  /**
   * Not or no longer connected. `final`: no further attempt will be made. `tooLong`: the server sent a message
   * that is longer than is read.
   */
  onDisconnected(
    fault: ConnectionFault,
    how: { refusals: number; final: boolean; tooLong: boolean },
  ): void;
}

const nothing = (): void => undefined;
const UNREACHABLE: ConnectionFault = { kind: 'socket-unreachable' };
const CROWDED: ConnectionFault = {
  kind: 'forbidden',
  detail:
    'The server closes every connection at once: too many are open from this address, or its RCon password was changed.',
};

export class RustSession {
  readonly #target: SessionTarget;
  readonly #ports: ConnectorPorts;
  readonly #handlers: SessionHandlers;
  readonly #attempts: Reconnector;
  /** Closes before any frame in a row. */
  #refusals = 0;
  /** The password was good once. */
  #provenPassword = false;
  #socket: ClientWebSocket | null = null;
  #requests: RequestTable | null = null;
  #connected = false;
  #ready = false;
  #openedAt = 0;
  /** Of this connection; null while it has said nothing. */
  #lastFrame: number | null = null;
  #heardAt = 0;
  #cancelTimer = nothing;
  #cancelSilence = nothing;

  constructor(target: SessionTarget, ports: ConnectorPorts, handlers: SessionHandlers) {
    this.#target = target;
    this.#ports = ports;
    this.#handlers = handlers;
    this.#attempts = new Reconnector(target.host, ports, {
      onConnecting: () => handlers.onConnecting(),
      open: (address, current) => this.#open(address, current),
      onUnresolved: (fault) => this.#fail(fault),
    });
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** When the server was heard last, on whatever connection, elapsed ms. */
  get heardAt(): number {
    return this.#heardAt;
  }

  start(): void {
    if (this.#attempts.running) return;
    this.#refusals = 0;
    this.#attempts.start();
  }

  /** Ends everything; no handler is called afterwards, open commands answer `closed`. */
  stop(): void {
    this.#attempts.stop();
    this.#release();
  }

  /** The machine answers elsewhere. */
  alive(): void {
    this.#attempts.alive();
  }

  /** The machine has begun to answer elsewhere. */
  hurry(): void {
    if (this.#socket === null) this.#attempts.hurry();
  }

  /** Sends a command in the connection there is; `closed` where there is none. */
  command(text: string, options: RequestOptions): Promise<Answer> {
    return this.#requests?.ask(text, options) ?? Promise.resolve({ ok: false, kind: 'closed' });
  }

  #open(address: string, current: () => boolean): void {
    const { port, password } = this.#target.rcon;
    this.#socket = this.#ports.openWebSocket({ address, port }, `/${percentEncoded(password)}`, {
      onOpen: () => {
        if (current()) this.#opened();
      },
      onMessage: (text) => {
        if (current()) this.#receive(text);
      },
      onEnd: (end) => {
        if (current()) this.#ended(end);
      },
    });
  }

  #opened(): void {
    const { clock } = this.#ports;
    this.#openedAt = clock.elapsed();
    this.#requests = new RequestTable(clock, (data) => this.#socket?.send(data));
    this.#cancelTimer = clock.after(SESSION_TIMING.admission, () => this.#admitted());
    this.#watchSilence();
    this.#handlers.onOpen();
  }

  #admitted(): void {
    if (this.#connected) return;
    this.#cancelTimer();
    this.#connected = true;
    this.#handlers.onConnected();
  }

  #receive(text: string): void {
    const frame = parseFrame(text);
    if (frame === null || this.#requests === null) return;
    this.#heardAt = this.#ports.clock.elapsed();
    this.#lastFrame = this.#heardAt;
    this.#provenPassword = true;
    this.#attempts.succeeded();
    this.#refusals = 0;
    const requests = this.#requests;
    this.#admitted();
    if (frame.id <= 0) {
      this.#handlers.onFrame(frame);
      return;
    }
    this.#ready = true;
    requests.receive(frame);
  }

  #ended(end: WebSocketEnd): void {
    const open = this.#ports.clock.elapsed() - this.#openedAt;
    const silent = this.#lastFrame === null && open < SESSION_TIMING.refusal;
    if (end.kind === 'closed' && silent) this.#refusals += 1;
    else this.#refusals = 0;
    const crowded = end.kind === 'closed' && /too many/i.test(end.reason);
    if (end.kind === 'rejected') {
      if (end.status === 401) this.#giveUp();
      else this.#fail({ kind: 'forbidden', detail: `The server refused: HTTP ${end.status}.` });
    } else if (crowded || (this.#provenPassword && this.#refusals >= REFUSALS)) {
      this.#fail(CROWDED);
    } else if (this.#refusals >= REFUSALS) {
      this.#giveUp();
    } else {
      this.#fail(UNREACHABLE, end.kind === 'closed' && end.code === TOO_LONG);
    }
  }

  #giveUp(): void {
    const refusals = this.#refusals;
    this.stop();
    const how = { refusals, final: true, tooLong: false };
    this.#handlers.onDisconnected({ kind: 'authentication-failed' }, how);
  }

  #fail(fault: ConnectionFault, tooLong = false): void {
    this.#release();
    this.#attempts.retry();
    this.#handlers.onDisconnected(fault, { refusals: this.#refusals, final: false, tooLong });
  }

  /** Asks for a sign of life where it is time, and gives the server up where none came. */
  #watchSilence(): void {
    const { ask, silence, silenceBeforeReady } = SESSION_TIMING;
    const heard = this.#lastFrame ?? this.#openedAt;
    const quiet = this.#ports.clock.elapsed() - heard;
    const limit = this.#ready ? silence : silenceBeforeReady;
    if (quiet >= limit) {
      this.#silent();
      return;
    }
    // A loading server is asked for its player list all the while.
    if (this.#ready && quiet >= ask) this.#askForSign();
    const wait = Math.min(quiet < ask ? ask - quiet : ask, limit - quiet);
    // Whole milliseconds: what is left of one by rounding would be waited for without end.
    this.#cancelSilence = this.#ports.clock.after(Math.ceil(wait), () => this.#watchSilence());
  }

  /** A server that was loading may have gone down again since the log-in: another one shows it. */
  #silent(): void {
    if (this.#ready) {
      this.#fail(UNREACHABLE);
      return;
    }
    this.#release();
    this.#attempts.next();
  }

  /** A small question that is always answered, by what runs the game. */
  #askForSign(): void {
    const deadline = this.#ports.clock.elapsed() + SESSION_TIMING.ask;
    void this.command('serverinfo', { repeat: false, deadline });
  }

  /** Closes what the attempt has opened. */
  #release(): void {
    this.#attempts.drop();
    this.#cancelTimer();
    this.#cancelSilence();
    this.#connected = false;
    this.#ready = false;
    this.#lastFrame = null;
    this.#socket?.close();
    this.#socket = null;
    const requests = this.#requests;
    this.#requests = null;
    requests?.close();
  }
}

/** Halves of characters, which no server can have in its password, would throw. */
function percentEncoded(password: string): string {
  return encodeURIComponent(Buffer.from(password, 'utf8').toString('utf8'));
}
