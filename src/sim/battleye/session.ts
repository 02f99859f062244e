import type { Remote } from '../net/network.ts';
import { messagePacket } from './packet.ts';

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
  readonly #heldBack: string[] = [];
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

  /**
   * Takes a new server message; returns the first copies that can go out now. A message waits
   * while its sequence still belongs to one that is not acknowledged.
   */
  message(text: string, now: number): readonly Buffer[] {
    this.#heldBack.push(text);
    return this.#release(now);
  }

  /** The client has this one; returns the first copies of messages that waited for it. */
  acknowledge(sequence: number, now: number): readonly Buffer[] {
    this.#onTheWay.delete(sequence);
    return this.#release(now);
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

  #release(now: number): readonly Buffer[] {
    const packets: Buffer[] = [];
    while (!this.#onTheWay.has(this.#sequence)) {
      const text = this.#heldBack.shift();
      if (text === undefined) break;
      const packet = messagePacket(this.#sequence, text);
      const nextAt = now + this.#times.resendMs;
      this.#onTheWay.set(this.#sequence, { packet, sends: 1, nextAt });
      this.#sequence = (this.#sequence + 1) % 256;
      packets.push(packet);
    }
    return packets;
  }
}
