import { messagePacket } from './packet.ts';

/** Where a datagram came from. */
export interface Remote {
  readonly address: string;
  readonly port: number;
}

/** The waits of the protocol, in milliseconds. */
export interface SessionTimes {
  /** Without a command for this long the client is forgotten. */
  readonly expiryMs: number;
  readonly resendMs: number;
  /** How often a message is sent in all before its client is forgotten. */
  readonly sends: number;
}

/** The numbers of the published protocol. */
export const SESSION_TIMES: SessionTimes = { expiryMs: 45_000, resendMs: 2_000, sends: 5 };

interface Unacknowledged {
  readonly packet: Buffer;
  sends: number;
  nextAt: number;
}

/** What a session wants done at some moment. */
export type SessionDue =
  | { readonly kind: 'forget'; readonly reason: 'expired' | 'unacknowledged' }
  | { readonly kind: 'resend'; readonly packets: readonly Buffer[] };

/** One authenticated client: its messages on the way and when it last gave a command. */
export class Session {
  readonly remote: Remote;
  /** The number in `RCon admin #n`. */
  readonly admin: number;
  readonly #times: SessionTimes;
  readonly #onTheWay = new Map<number, Unacknowledged>();
  #sequence = 0;
  #lastCommandAt: number;

  constructor(remote: Remote, admin: number, now: number, times: SessionTimes) {
    this.remote = remote;
    this.admin = admin;
    this.#lastCommandAt = now;
    this.#times = times;
  }

  /** Acknowledgements do not count: only commands keep a session alive. */
  commandReceived(now: number): void {
    this.#lastCommandAt = now;
  }

  /** The first copy of a new server message. */
  message(text: string, now: number): Buffer {
    const sequence = this.#sequence;
    this.#sequence = (sequence + 1) % 256;
    const packet = messagePacket(sequence, text);
    this.#onTheWay.set(sequence, { packet, sends: 1, nextAt: now + this.#times.resendMs });
    return packet;
  }

  acknowledge(sequence: number): void {
    this.#onTheWay.delete(sequence);
  }

  /** What is due at `now`: copies to send again, or the end of the session. */
  due(now: number): SessionDue {
    if (now >= this.#lastCommandAt + this.#times.expiryMs) {
      return { kind: 'forget', reason: 'expired' };
    }
    const packets: Buffer[] = [];
    for (const waiting of this.#onTheWay.values()) {
      if (now < waiting.nextAt) continue;
      if (waiting.sends >= this.#times.sends) return { kind: 'forget', reason: 'unacknowledged' };
      waiting.sends += 1;
      waiting.nextAt += this.#times.resendMs;
      packets.push(waiting.packet);
    }
    return { kind: 'resend', packets };
  }

  /** The next moment at which `due` has something to say. */
  nextDueAt(): number {
    let next = this.#lastCommandAt + this.#times.expiryMs;
    for (const waiting of this.#onTheWay.values()) next = Math.min(next, waiting.nextAt);
    return next;
  }
}
