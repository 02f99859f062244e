/**
 * Keeps one long BattlEye session with a server: resolves, logs in, and when the session is lost logs
 * in again after a back-off. Log-ins closer than 2 s are ignored by real servers, so it never hurries;
 * a refused password ends it, since repeating it would only lock the admin out.
 */
import type { ConnectionFault, RconAccess } from '../contract.ts';
import { Reconnector } from '../reconnector.ts';
import type { ConnectorPorts, DatagramSocket, SocketError } from '../ports.ts';
import { BattlEyeLink, LINK_TIMING, type CommandOptions, type LinkAnswer } from './link.ts';
import { encodeLogin, parseServerPacket } from './packet.ts';

/** Milliseconds. */
export const SESSION_TIMING = {
  /** For an answer to a log-in: at first it is more likely lost than late. */
  loginTimeout: 3_000,
  patientLoginTimeout: 5_000,
} as const;

/** Log-ins that fail in a row before their answers are waited for longer. */
const SWIFT_LOGINS = 3;

export interface SessionTarget {
  readonly host: string;
  readonly rcon: RconAccess;
}

/** A time in which what the server said may not have been heard, elapsed ms. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface SessionHandlers {
  /** A log-in is on its way. */
  onConnecting(): void;
  /** Logged in. Commands can be sent; a starting server answers them later (`onReady`). */
  onConnected(): void;
  /** The first answer has come. `gap`: when messages may have been missed before it, elapsed ms. */
  onReady(gap: Gap | null): void;
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
  readonly #attempts: Reconnector;
  /** Until when all was heard, elapsed ms; null while nothing may have been missed. */
  #wholeUntil: number | null = null;
  #connectedAt = 0;
  #socket: DatagramSocket | null = null;
  #link: BattlEyeLink | null = null;
  #cancelTimer = nothing;

  constructor(target: SessionTarget, ports: ConnectorPorts, handlers: SessionHandlers) {
    this.#target = target;
    this.#ports = ports;
    this.#handlers = handlers;
    this.#attempts = new Reconnector(target.host, ports, {
      onConnecting: () => handlers.onConnecting(),
      open: (address, current) => this.#open(address, current),
      onUnresolved: (fault) => this.#fail(fault, false),
    });
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
    if (!this.#attempts.running) this.#attempts.start();
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
    if (this.#link === null) this.#attempts.hurry();
  }

  /** Sends a command in the session there is; `closed` where there is none. */
  command(text: string, options: CommandOptions): Promise<LinkAnswer> {
    return this.#link?.command(text, options) ?? Promise.resolve({ ok: false, kind: 'closed' });
  }

  #open(address: string, current: () => boolean): void {
    const endpoint = { address, port: this.#target.rcon.port };
    this.#socket = this.#ports.openSocket(endpoint, {
      onDatagram: (data) => {
        if (current()) this.#receive(data);
      },
      onError: (error) => {
        if (current()) this.#socketFailed(error);
      },
    });
    const { loginTimeout, patientLoginTimeout } = SESSION_TIMING;
    const swift = this.#attempts.failures < SWIFT_LOGINS;
    this.#cancelTimer = this.#ports.clock.after(swift ? loginTimeout : patientLoginTimeout, () =>
      this.#fail(UNREACHABLE, false),
    );
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
      this.stop();
      this.#handlers.onDisconnected(
        { kind: 'authentication-failed' },
        { refused: false, final: true },
      );
      return;
    }
    this.#cancelTimer();
    this.#connectedAt = this.#ports.clock.elapsed();
    this.#link = new BattlEyeLink(this.#ports.clock, {
      send: (packet) => this.#socket?.send(packet),
      onMessage: (text) => {
        if (this.#attempts.running) this.#handlers.onMessage(text);
      },
      onReady: () => this.#becomeReady(),
      onSilent: () => this.#silent(),
    });
    this.#attempts.succeeded();
    this.#handlers.onConnected();
  }

  #becomeReady(): void {
    const gap =
      this.#wholeUntil === null ? null : { from: this.#wholeUntil, to: this.#connectedAt };
    this.#wholeUntil = null;
    this.#handlers.onReady(gap);
  }

  /** A server that was starting may have gone down again since the log-in: another one shows it. */
  #silent(): void {
    if (this.ready) {
      this.#fail(UNREACHABLE, false);
      return;
    }
    this.#release();
    this.#attempts.next();
  }

  #socketFailed(error: SocketError): void {
    this.#fail(UNREACHABLE, error.kind === 'refused');
  }

  #fail(fault: ConnectionFault, refused: boolean): void {
    this.#release();
    this.#attempts.retry();
    this.#handlers.onDisconnected(fault, { refused, final: false });
  }

  /** Closes what the attempt has opened. Held messages are told by the link before it ends. */
  #release(): void {
    this.#attempts.drop();
    this.#cancelTimer();
    const link = this.#link;
    // A message that did not come through is repeated for so long; what is older has been heard.
    if (link?.ready === true) this.#wholeUntil ??= link.heardAt - LINK_TIMING.holdBack;
    link?.close();
    this.#link = null;
    this.#socket?.close();
    this.#socket = null;
  }
}
