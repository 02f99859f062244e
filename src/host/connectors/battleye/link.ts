/**
 * One logged-in BattlEye session: commands with their answers, server messages with their
 * acknowledgements, keep-alives, and the judgement that the server has gone silent.
 */
import type { Clock, Random } from '../ports.ts';
import { FragmentAssembly } from './fragments.ts';
import { MessageInbox } from './inbox.ts';
import { decodeText, encodeAck, encodeCommand, type ServerPacket } from './packet.ts';

/** Milliseconds. The server drops a client after 45 s without a command; acknowledgements don't count. */
export const LINK_TIMING = {
  keepAliveFrom: 25_000,
  keepAliveTo: 30_000,
  /** Between keep-alives once an answer has failed to come. */
  probe: 5_000,
  /** From one send of a command to the next. */
  sendTimeout: 3_000,
  /** From the last send of a command to giving up. */
  answerTimeout: 5_000,
  /** Without any packet for this long the server has dropped us or is gone. */
  silence: 60_000,
  /** The same until the first answer: a starting server accepts log-ins before it answers. */
  silenceBeforeReady: 120_000,
  /**
   * How long a server message waits for those before it. For so long the server repeats what is not
   * acknowledged; after that it has dropped us, and what is missing will not come.
   */
  holdBack: 10_000,
} as const;

const MAX_SENDS = 3;
const MAX_IN_FLIGHT = 8;

export type LinkAnswer =
  | { readonly ok: true; readonly text: string }
  /** `closed`: the session ended first. */
  | { readonly ok: false; readonly kind: 'no-answer' | 'closed' };

export interface CommandOptions {
  /** Safe to send again: asked twice, the server does the same as asked once. */
  readonly repeat: boolean;
  /** When an answer is too late, in ms of the clock's `elapsed`. */
  readonly deadline: number;
}

export interface LinkHandlers {
  send(data: Uint8Array): void;
  /** A server message: each once, in the server's order. */
  onMessage(text: string): void;
  /** The first answer to a command has come. */
  onReady(): void;
  onSilent(): void;
}

interface Command {
  readonly text: string;
  sendsLeft: number;
  readonly settle: (answer: LinkAnswer) => void;
  cancelDeadline: () => void;
  cancelSend: () => void;
}

interface Pending {
  readonly command: Command;
  readonly assembly: FragmentAssembly;
}

const nothing = (): void => undefined;

export class BattlEyeLink {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #handlers: LinkHandlers;
  readonly #inbox = new MessageInbox(LINK_TIMING.holdBack);
  readonly #pending = new Map<number, Pending>();
  readonly #inFlight = new Set<Command>();
  readonly #waiting: Command[] = [];
  #nextSeq = 0;
  #ready = false;
  #closed = false;
  #probing = false;
  #lastPacket: number;
  #cancelKeepAlive = nothing;
  #cancelSilence = nothing;
  #cancelExpiry = nothing;

  constructor(clock: Clock, random: Random, handlers: LinkHandlers) {
    this.#clock = clock;
    this.#random = random;
    this.#handlers = handlers;
    this.#lastPacket = clock.elapsed();
    this.#watchSilence();
    this.#planKeepAlive();
  }

  /** Whether a command has been answered in this session. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Sends a command and waits for the whole answer. Repeatable ones are sent up to three times, each
   * under a number of its own, so that parts of two answers never mix. Settles by the deadline.
   */
  command(text: string, options: CommandOptions): Promise<LinkAnswer> {
    if (this.#closed) return Promise.resolve({ ok: false, kind: 'closed' });
    return new Promise((resolve) => {
      const command: Command = {
        text,
        sendsLeft: options.repeat ? MAX_SENDS : 1,
        settle: resolve,
        cancelDeadline: nothing,
        cancelSend: nothing,
      };
      const left = Math.max(0, options.deadline - this.#clock.elapsed());
      command.cancelDeadline = this.#clock.after(left, () => {
        this.#finish(command, { ok: false, kind: 'no-answer' });
      });
      if (this.#inFlight.size < MAX_IN_FLIGHT) this.#send(command);
      else this.#waiting.push(command);
    });
  }

  /** Takes a packet of the server. A late log-in answer says nothing here. */
  receive(packet: ServerPacket): void {
    if (this.#closed || packet.kind === 'login') return;
    this.#lastPacket = this.#clock.elapsed();
    this.#probing = false;
    if (packet.kind === 'message') {
      this.#handlers.send(encodeAck(packet.seq));
      const text = decodeText(packet.body);
      this.#tell(this.#inbox.accept(packet.seq, text, this.#clock.elapsed()));
      return;
    }
    const pending = this.#pending.get(packet.seq);
    if (pending === undefined) return;
    const whole =
      packet.kind === 'answer'
        ? packet.body
        : pending.assembly.accept(packet.total, packet.index, packet.part);
    if (whole === null) return;
    const first = !this.#ready;
    this.#ready = true;
    this.#finish(pending.command, { ok: true, text: decodeText(whole) });
    if (first) this.#handlers.onReady();
  }

  /** Ends the session: held messages are told, open commands answered `closed`, nothing after that. */
  close(): void {
    if (this.#closed) return;
    this.#tell(this.#inbox.flush());
    this.#closed = true;
    this.#cancelKeepAlive();
    this.#cancelSilence();
    this.#cancelExpiry();
    for (const command of [...this.#inFlight, ...this.#waiting]) {
      this.#finish(command, { ok: false, kind: 'closed' });
    }
  }

  #send(command: Command): void {
    this.#inFlight.add(command);
    command.sendsLeft -= 1;
    const seq = this.#takeSeq();
    this.#pending.set(seq, { command, assembly: new FragmentAssembly() });
    const sentAt = this.#clock.elapsed();
    this.#handlers.send(encodeCommand(seq, command.text));
    this.#planKeepAlive();
    const { sendTimeout, answerTimeout } = LINK_TIMING;
    const patience = command.sendsLeft > 0 ? sendTimeout : answerTimeout;
    command.cancelSend = this.#clock.after(patience, () => {
      if (this.#lastPacket <= sentAt) {
        this.#probing = true;
        this.#planKeepAlive();
      }
      if (command.sendsLeft > 0) this.#send(command);
      else this.#finish(command, { ok: false, kind: 'no-answer' });
    });
  }

  #finish(command: Command, answer: LinkAnswer): void {
    command.cancelSend();
    command.cancelDeadline();
    this.#inFlight.delete(command);
    const place = this.#waiting.indexOf(command);
    if (place >= 0) this.#waiting.splice(place, 1);
    for (const [seq, pending] of this.#pending) {
      if (pending.command === command) this.#pending.delete(seq);
    }
    command.settle(answer);
    if (this.#closed || this.#inFlight.size >= MAX_IN_FLIGHT) return;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#send(next);
  }

  #takeSeq(): number {
    let seq = this.#nextSeq;
    while (this.#pending.has(seq)) seq = (seq + 1) & 0xff;
    this.#nextSeq = (seq + 1) & 0xff;
    return seq;
  }

  #tell(texts: readonly string[]): void {
    for (const text of texts) this.#handlers.onMessage(text);
    this.#cancelExpiry();
    const expiry = this.#inbox.nextExpiry();
    if (this.#closed || expiry === null) return;
    this.#cancelExpiry = this.#clock.after(Math.max(0, expiry - this.#clock.elapsed()), () => {
      this.#tell(this.#inbox.expire(this.#clock.elapsed()));
    });
  }

  #planKeepAlive(): void {
    this.#cancelKeepAlive();
    const { keepAliveFrom, keepAliveTo, probe } = LINK_TIMING;
    const wait = this.#probing
      ? probe
      : keepAliveFrom + this.#random() * (keepAliveTo - keepAliveFrom);
    this.#cancelKeepAlive = this.#clock.after(wait, () => {
      const deadline = this.#clock.elapsed() + 2 * LINK_TIMING.answerTimeout;
      void this.command('', { repeat: false, deadline });
    });
  }

  #watchSilence(): void {
    const limit = this.#ready ? LINK_TIMING.silence : LINK_TIMING.silenceBeforeReady;
    const left = this.#lastPacket + limit - this.#clock.elapsed();
    if (left <= 0) {
      this.#handlers.onSilent();
      return;
    }
    const wait = Math.min(left, LINK_TIMING.silence);
    this.#cancelSilence = this.#clock.after(wait, () => this.#watchSilence());
  }
}
