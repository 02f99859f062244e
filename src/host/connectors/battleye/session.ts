/**
 * Keeps one long BattlEye session with a server: resolves, logs in, and when the session is lost logs
 * in again after a back-off. Real servers ignore some log-ins that follow another within 2 s: what is sent
 * again is for those that were lost on the way, and not for long. A refused password ends it, since
 * repeating it would only lock the admin out.
 */
import type { ConnectionFault, RconAccess } from '../contract.ts';
import { Reconnector } from '../reconnector.ts';
import type { ConnectorPorts, DatagramSocket, SocketError } from '../ports.ts';
import { BattlEyeLink, LINK_TIMING, type CommandOptions, type LinkAnswer } from './link.ts';
import { encodeLogin, parseServerPacket } from './packet.ts';

/** Milliseconds. */
export const SESSION_TIMING = {
  /** For an answer to the log-ins of an attempt. At first they are more likely lost than late, and sent again. */
  loginTimeout: 4_000,
  loginAgain: 1_000,
  patientLoginTimeout: 5_000,
} as const;

/** Attempts that fail in a row before one log-in has to do for each, and is waited for longer. */
const SWIFT_ATTEMPTS = 3;

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
  /** Messages were lost for good, or come out of their order. */
  onMissed(): void;
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

  /** The machine has begun to answer elsewhere: what was sent before may not have been heard. */
  hurry(): void {
    if (this.#link !== null) return;
    const patient = this.#isPatient;
    this.#attempts.hurry();
    if (!patient || this.#socket === null) return;
    this.#cancelTimer();
    this.#loginSwiftly();
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
    if (this.#isPatient) this.#login(1, SESSION_TIMING.patientLoginTimeout);
    else this.#loginSwiftly();
  }

  get #isPatient(): boolean {
    return this.#attempts.failures >= SWIFT_ATTEMPTS;
  }

  #loginSwiftly(): void {
    const { loginTimeout, loginAgain } = SESSION_TIMING;
    this.#login(loginTimeout / loginAgain, loginAgain);
  }

  /** Sends so many log-ins, until one is answered. */
  #login(sends: number, apart: number): void {
    if (sends === 0) {
      this.#fail(UNREACHABLE, false);
      return;
    }
    this.#socket?.send(encodeLogin(this.#target.rcon.password));
    this.#cancelTimer = this.#ports.clock.after(apart, () => this.#login(sends - 1, apart));
  }

  #receive(data: Uint8Array): void {
    const parsed = parseServerPacket(data);
    if (!parsed.ok) return;
    const { packet } = parsed;
    if (this.#link !== null) {
      this.#link.receive(packet);
      return;
    }
    if (packet.kind === 'login' && !packet.accepted) {
      this.stop();
      this.#handlers.onDisconnected(
        { kind: 'authentication-failed' },
        { refused: false, final: true },
      );
      return;
    }
    // A server talks to nobody whom it has not let in: where its answer was lost, what it says shows it.
    this.#cancelTimer();
    this.#connectedAt = this.#ports.clock.elapsed();
    const link = new BattlEyeLink(this.#ports.clock, {
      send: (data) => this.#socket?.send(data),
      onMissed: () => this.#handlers.onMissed(),
      onMessage: (text) => {
        if (this.#attempts.running) this.#handlers.onMessage(text);
      },
      onReady: () => this.#becomeReady(),
      onSilent: () => this.#silent(),
    });
    this.#link = link;
    this.#attempts.succeeded();
    this.#handlers.onConnected();
    link.receive(packet);
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
