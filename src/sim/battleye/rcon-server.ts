import type { Cancel, Clock } from '../clock.ts';
import type { Remote } from '../net/network.ts';
import { answerPackets, loginAnswer, readClientPacket } from './packet.ts';
import type { SessionTimes } from './session.ts';
import { Session, SESSION_TIMES } from './session.ts';

/** Who gave a command, as `RCon admin #n`. */
export interface Admin {
  readonly number: number;
  readonly remote: Remote;
}

/** How logins are met: by the password, always refused, or not answered at all. */
export type LoginPolicy = 'password' | 'refuse' | 'silent';

/** What the outside does for the protocol. */
export interface RconServerOptions {
  readonly clock: Clock;
  readonly password: string;
  readonly send: (packet: Buffer, to: Remote) => void;
  /** Whether a command is answered at all; by default each is. */
  readonly answers?: (command: string) => boolean;
  /** Runs one command and returns its answer; `''` is an empty answer. */
  readonly execute: (command: string, admin: Admin) => string;
  readonly loggedIn?: (admin: Admin) => void;
  readonly loginSeen?: (remote: Remote, outcome: 'accepted' | 'refused' | 'ignored') => void;
  readonly sessionForgotten?: (admin: Admin, reason: 'expired' | 'unacknowledged') => void;
  /** Bytes of text in one packet before an answer is cut into parts. */
  readonly fragmentSize?: number;
  readonly times?: SessionTimes;
  /** Whether a login that follows the last one after `ms` goes unheard. */
  readonly ignoresLogin?: (msSinceLast: number) => boolean;
}

/** The server's half of BattlEye RCon: no sockets, and no time but the clock's. */
export class RconServer {
  /** While the mission loads, commands are swallowed and logins accepted. */
  ready = true;
  loginPolicy: LoginPolicy = 'password';
  readonly #options: RconServerOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #reserved = new Map<number, Remote>();
  #lastLoginAt = Number.NEGATIVE_INFINITY;
  #cancelWake: Cancel | undefined;

  constructor(options: RconServerOptions) {
    this.#options = options;
  }

  /** Takes one datagram. Everything malformed or unauthenticated is dropped without a word. */
  receive(datagram: Uint8Array, from: Remote): void {
    const packet = readClientPacket(datagram);
    if (packet === undefined) return;
    if (packet.kind === 'login') {
      this.#login(packet.password, from);
    } else {
      const session = this.#sessions.get(keyOf(from));
      if (session === undefined) return;
      if (packet.kind === 'acknowledge') {
        const released = session.acknowledge(packet.sequence, this.#options.clock.now());
        this.#sendAll(released, from);
      } else this.#command(session, packet.sequence, packet.text);
    }
    this.#planWake();
  }

  /** Sends a server message to every authenticated client. */
  broadcast(text: string): void {
    const now = this.#options.clock.now();
    for (const session of this.#sessions.values()) {
      this.#sendAll(session.message(text, now), session.remote);
    }
    this.#planWake();
  }

  /** The connected admins, by number. */
  admins(): readonly Admin[] {
    const admins = [...this.#sessions.values()].map((session) => adminOf(session));
    for (const [number, remote] of this.#reserved) admins.push({ number, remote });
    return admins.toSorted((left, right) => left.number - right.number);
  }

  /** Holds an admin number for somebody who is not connected over this socket. */
  reserveAdmin(remote: Remote): number {
    const number = this.#freeNumber();
    this.#reserved.set(number, remote);
    return number;
  }

  /** Nobody is authenticated any longer, and nobody is told. */
  dropClients(): void {
    this.#sessions.clear();
  }

  /** The process is gone: nobody is authenticated any longer, and nobody is told. */
  forgetEveryone(): void {
    this.#sessions.clear();
    this.#reserved.clear();
    this.#cancelWake?.();
    this.#cancelWake = undefined;
  }

  #sendAll(packets: readonly Buffer[], to: Remote): void {
    for (const packet of packets) this.#options.send(packet, to);
  }

  #login(password: string, from: Remote): void {
    const { clock, ignoresLogin, loginSeen, send } = this.#options;
    const now = clock.now();
    const sinceLast = now - this.#lastLoginAt;
    this.#lastLoginAt = now;
    if (this.loginPolicy === 'silent' || ignoresLogin?.(sinceLast) === true) {
      loginSeen?.(from, 'ignored');
      return;
    }
    const accepted = this.loginPolicy === 'password' && password === this.#options.password;
    loginSeen?.(from, accepted ? 'accepted' : 'refused');
    send(loginAnswer(accepted), from);
    if (!accepted) return;
    this.#sessions.delete(keyOf(from));
    const session = new Session(from, this.#freeNumber(), now, this.#times());
    this.#sessions.set(keyOf(from), session);
    this.#options.loggedIn?.(adminOf(session));
  }

  #command(session: Session, sequence: number, text: string): void {
    session.commandReceived(this.#options.clock.now());
    if (!this.ready || this.#options.answers?.(text) === false) return;
    const answer = text === '' ? '' : this.#options.execute(text, adminOf(session));
    const size = this.#options.fragmentSize ?? 1024;
    this.#sendAll(answerPackets(sequence, answer, size), session.remote);
  }

  #wake(): void {
    const now = this.#options.clock.now();
    for (const [key, session] of this.#sessions) {
      const due = session.due(now);
      if (due.kind === 'forget') {
        this.#sessions.delete(key);
        this.#options.sessionForgotten?.(adminOf(session), due.reason);
      } else {
        this.#sendAll(due.packets, session.remote);
      }
    }
    this.#planWake();
  }

  #planWake(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const session of this.#sessions.values()) next = Math.min(next, session.nextDueAt());
    if (next === Number.POSITIVE_INFINITY) return;
    const delay = next - this.#options.clock.now();
    this.#cancelWake = this.#options.clock.schedule(delay, () => this.#wake());
  }

  #freeNumber(): number {
    const taken = new Set(this.admins().map((admin) => admin.number));
    let number = 0;
    while (taken.has(number)) number += 1;
    return number;
  }

  #times(): SessionTimes {
    return this.#options.times ?? SESSION_TIMES;
  }
}

function keyOf(remote: Remote): string {
  return `${remote.address}:${remote.port}`;
}

function adminOf(session: Session): Admin {
  return { number: session.admin, remote: session.remote };
}
