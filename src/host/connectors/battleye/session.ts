/**
 * Keeps one long BattlEye session with a server: resolves, logs in, and when the session is lost logs
 * in again after a back-off. Log-ins closer than 2 s are ignored by real servers, so it never hurries;
 * a refused password ends it, since repeating it would only lock the admin out.
 */
import type { ConnectionFault, RconAccess } from '../contract.ts';
import type { ConnectorPorts, DatagramSocket, SocketError } from '../ports.ts';
import { BattlEyeLink, type CommandOptions, type LinkAnswer } from './link.ts';
import { encodeLogin, parseServerPacket } from './packet.ts';

/** Milliseconds. */
export const SESSION_TIMING = {
  loginTimeout: 5_000,
  /** The shortest pause between two attempts. */
  minBackOff: 2_000,
  maxBackOff: 30_000,
} as const;

export interface SessionTarget {
  readonly host: string;
  readonly rcon: RconAccess;
}

export interface SessionHandlers {
  /** A log-in is on its way. */
  onConnecting(): void;
  /** Logged in. Commands can be sent; a starting server answers them later (`onReady`). */
  onConnected(): void;
  /** The first answer has come. */
  onReady(): void;
  /**
   * Not or no longer logged in. `refused`: the machine said that nothing listens there.
   * `final`: no further attempt will be made.
   */
  onDisconnected(fault: ConnectionFault, how: { refused: boolean; final: boolean }): void;
  /** A server message: each once, in the server's order. */
  onMessage(text: string): void;
}

const nothing = (): void => undefined;
const UNREACHABLE: ConnectionFault = { kind: 'socket-unreachable' };

export class BattlEyeSession {
  readonly #target: SessionTarget;
  readonly #ports: ConnectorPorts;
  readonly #handlers: SessionHandlers;
  #running = false;
  /** Counts attempts; what an older attempt still reports is not heard. */
  #attempt = 0;
  /** Attempts that failed in a row. */
  #failures = 0;
  #socket: DatagramSocket | null = null;
  #link: BattlEyeLink | null = null;
  #cancelTimer = nothing;

  constructor(target: SessionTarget, ports: ConnectorPorts, handlers: SessionHandlers) {
    this.#target = target;
    this.#ports = ports;
    this.#handlers = handlers;
  }

  /** Logged in. */
  get connected(): boolean {
    return this.#link !== null;
  }

  /** Logged in, and the server answers commands. */
  get ready(): boolean {
    return this.#link?.ready ?? false;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#failures = 0;
    void this.#connect();
  }

  /** Ends everything; no handler is called afterwards, open commands answer `closed`. */
  stop(): void {
    this.#running = false;
    this.#release();
  }

  /** Sends a command in the session there is; `closed` where there is none. */
  command(text: string, options: CommandOptions): Promise<LinkAnswer> {
    return this.#link?.command(text, options) ?? Promise.resolve({ ok: false, kind: 'closed' });
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#handlers.onConnecting();
    const resolved = await this.#ports.resolve(this.#target.host);
    if (!this.#running || attempt !== this.#attempt) return;
    if (!resolved.ok) {
      this.#fail({ kind: 'hostname-not-resolved' }, false);
      return;
    }
    const endpoint = { address: resolved.address, port: this.#target.rcon.port };
    this.#socket = this.#ports.openSocket(endpoint, {
      onDatagram: (data) => {
        if (attempt === this.#attempt) this.#receive(data);
      },
      onError: (error) => {
        if (attempt === this.#attempt) this.#socketFailed(error);
      },
    });
    this.#cancelTimer = this.#ports.clock.after(SESSION_TIMING.loginTimeout, () => {
      this.#fail(UNREACHABLE, false);
    });
    this.#socket.send(encodeLogin(this.#target.rcon.password));
  }

  #receive(data: Uint8Array): void {
    const parsed = parseServerPacket(data);
    if (!parsed.ok) return;
    if (this.#link !== null) {
      this.#link.receive(parsed.packet);
      return;
    }
    if (parsed.packet.kind !== 'login') return;
    if (!parsed.packet.accepted) {
      this.#running = false;
      this.#release();
      this.#handlers.onDisconnected(
        { kind: 'authentication-failed' },
        { refused: false, final: true },
      );
      return;
    }
    this.#cancelTimer();
    this.#failures = 0;
    this.#link = new BattlEyeLink(this.#ports.clock, this.#ports.random, {
      send: (packet) => this.#socket?.send(packet),
      onMessage: (text) => {
        if (this.#running) this.#handlers.onMessage(text);
      },
      onReady: () => this.#handlers.onReady(),
      onSilent: () => this.#fail(UNREACHABLE, false),
    });
    this.#handlers.onConnected();
  }

  #socketFailed(error: SocketError): void {
    this.#fail(UNREACHABLE, error.kind === 'refused');
  }

  #fail(fault: ConnectionFault, refused: boolean): void {
    this.#release();
    const { minBackOff, maxBackOff } = SESSION_TIMING;
    const ceiling = Math.min(maxBackOff, minBackOff * 2 ** (this.#failures + 1));
    this.#failures = Math.min(this.#failures + 1, 16);
    const wait = minBackOff + this.#ports.random() * (ceiling - minBackOff);
    this.#cancelTimer = this.#ports.clock.after(wait, () => void this.#connect());
    this.#handlers.onDisconnected(fault, { refused, final: false });
  }

  /** Closes what the attempt has opened. Held messages are told by the link before it ends. */
  #release(): void {
    this.#attempt += 1;
    this.#cancelTimer();
    const link = this.#link;
    link?.close();
    this.#link = null;
    this.#socket?.close();
    this.#socket = null;
  }
}
