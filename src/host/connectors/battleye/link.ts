/**
 * One logged-in BattlEye session: commands with their answers, server messages with their
 * acknowledgements, keep-alives, and the judgement that the server has gone silent.
 */
import type { Clock } from '../ports.ts';
import { FragmentAssembly } from './fragments.ts';
import { MessageInbox } from './inbox.ts';
import { decodeText, encodeAck, encodeCommand, type ServerPacket } from './packet.ts';

/** Milliseconds. */
export const LINK_TIMING = {
  /** Without a packet for this long the server is asked for a sign of life. */
  ask: 3_000,
  /** To the second asking: until then an answer is slow. */
  slow: 1_000,
  /** Between the further ones: where one packet in five is lost each way, one of a dozen is answered. */
  askAgain: 250,
  /** The server drops a client after 45 s without a command, however much it says; acknowledgements don't count. */
  keepAlive: 25_000,
  /** From the first send of a command to the second: until then an answer is slow. */
  sendTimeout: 1_000,
  /** Between the further ones. After so many of them without any packet, it is the server that is slow. */
  laterSendTimeout: 250,
  laterSends: 8,
  /** From the last send of a command to giving up. */
  answerTimeout: 5_000,
  /**
   * Without any packet for this long the server has dropped us or is gone. That the answers to all askings
   * were lost happens once in 600,000 such times where one packet in five is lost each way.
   */
  silence: 7_000,
  /**
   * The same until the first answer. A starting server accepts log-ins before it answers, and one that
   * went down again while it started says nothing either.
   */
  silenceBeforeReady: 10_000,
  /**
   * How long a server message waits for those before it. For so long the server repeats what is not
   * acknowledged; after that it has dropped us, and what is missing will not come.
   */
  holdBack: 10_000,
} as const;

/** How often a command is sent that may be repeated: for as long as a player list is waited for. */
const MAX_SENDS = 28;
/** All the sends of these together have to be fewer than there are numbers. */
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
  /** Hears that a part of an answer has come, and more of it is awaited. */
  readonly onPart?: () => void;
}

export interface LinkHandlers {
  send(data: Uint8Array): void;
  /** Messages were lost for good, or come out of their order. Those that are told next may speak of what nobody was told. */
  onMissed(): void;
  /** A server message: each once, in the server's order. */
  onMessage(text: string): void;
  /** The first answer to a command has come. */
  onReady(): void;
  onSilent(): void;
}

interface Command {
  readonly text: string;
  readonly onPart: () => void;
  sendsLeft: number;
  /** Sends since the last packet of the server. */
  unheard: number;
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
  readonly #handlers: LinkHandlers;
  readonly #inbox = new MessageInbox(LINK_TIMING.holdBack);
  readonly #pending = new Map<number, Pending>();
  readonly #inFlight = new Set<Command>();
  readonly #waiting: Command[] = [];
  #nextSeq = 0;
  /** Those of the inbox that were told. */
  #disorders = 0;
  #ready = false;
  #closed = false;
  #lastPacket: number;
  #lastCommand: number;
  /** When the server was asked last for a sign of life, and how often since its last packet. */
  #askedAt = 0;
  #asks = 0;
  #cancelWatch = nothing;
  #cancelExpiry = nothing;

  constructor(clock: Clock, handlers: LinkHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
    this.#lastPacket = clock.elapsed();
    this.#lastCommand = this.#lastPacket;
    this.#planWatch();
  }

  /** Whether a command has been answered in this session. */
  get ready(): boolean {
    return this.#ready;
  }

  /** When the server was heard last, elapsed ms. */
  get heardAt(): number {
    return this.#lastPacket;
  }

  /**
   * Sends a command and waits for the whole answer. Repeatable ones are sent again and again, each time
   * under a number of its own, so that parts of two answers never mix. Settles by the deadline.
   */
  command(text: string, options: CommandOptions): Promise<LinkAnswer> {
    if (this.#closed) return Promise.resolve({ ok: false, kind: 'closed' });
    return new Promise((resolve) => {
      const command: Command = {
        text,
        onPart: options.onPart ?? nothing,
        sendsLeft: options.repeat ? MAX_SENDS : 1,
        unheard: 0,
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
    const now = this.#clock.elapsed();
    this.#lastPacket = now;
    this.#asks = 0;
    for (const command of this.#inFlight) command.unheard = 0;
    if (packet.kind === 'message') {
      const text = decodeText(packet.body);
      this.#handlers.send(encodeAck(packet.seq));
      // A copy shows that an acknowledgement was lost; without any, the server drops us.
      if (this.#inbox.isCopy(packet.seq, text, now)) this.#handlers.send(encodeAck(packet.seq));
      this.#tell(this.#inbox.accept(packet.seq, text, now));
      return;
    }
    const first = !this.#ready;
    this.#ready = true;
    const pending = this.#pending.get(packet.seq);
    if (pending !== undefined) {
      const whole =
        packet.kind === 'answer'
          ? packet.body
          : pending.assembly.accept(packet.total, packet.index, packet.part);
      if (whole === null) pending.command.onPart();
      else this.#finish(pending.command, { ok: true, text: decodeText(whole) });
    }
    if (first) this.#handlers.onReady();
  }

  /** Ends the session: held messages are told, open commands answered `closed`, nothing after that. */
  close(): void {
    if (this.#closed) return;
    this.#tell(this.#inbox.flush());
    this.#closed = true;
    this.#cancelWatch();
    this.#cancelExpiry();
    for (const command of [...this.#inFlight, ...this.#waiting]) {
      this.#finish(command, { ok: false, kind: 'closed' });
    }
  }

  #send(command: Command): void {
    this.#inFlight.add(command);
    const isFirst = command.sendsLeft === MAX_SENDS;
    command.sendsLeft -= 1;
    command.unheard += 1;
    const seq = this.#takeSeq();
    this.#pending.set(seq, { command, assembly: new FragmentAssembly() });
    this.#lastCommand = this.#clock.elapsed();
    this.#handlers.send(encodeCommand(seq, command.text));
    const { sendTimeout, laterSendTimeout, laterSends, answerTimeout } = LINK_TIMING;
    const isSlow = isFirst || command.unheard > laterSends;
    const between = isSlow ? sendTimeout : laterSendTimeout;
    command.cancelSend = this.#clock.after(command.sendsLeft > 0 ? between : answerTimeout, () => {
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
    const { disorders } = this.#inbox;
    if (disorders > this.#disorders) this.#handlers.onMissed();
    this.#disorders = disorders;
    for (const text of texts) this.#handlers.onMessage(text);
    this.#cancelExpiry();
    const expiry = this.#inbox.nextExpiry();
    if (this.#closed || expiry === null) return;
    this.#cancelExpiry = this.#clock.after(Math.max(0, expiry - this.#clock.elapsed()), () => {
      this.#tell(this.#inbox.expire(this.#clock.elapsed()));
    });
  }

  /** Asks for a sign of life where it is time, and gives the server up where none came. */
  #watch(): void {
    const now = this.#clock.elapsed();
    if (now >= this.#givenUpAt()) {
      this.#handlers.onSilent();
      return;
    }
    if (now >= this.#nextAsking()) {
      this.#asks += 1;
      this.#askedAt = now;
      this.#lastCommand = now;
      this.#handlers.send(encodeCommand(this.#takeSeq(), ''));
    }
    this.#planWatch();
  }

  #planWatch(): void {
    const next = Math.min(this.#nextAsking(), this.#givenUpAt());
    // Whole milliseconds: what is left of one by rounding would be waited for without end.
    const wait = Math.ceil(Math.max(0, next - this.#clock.elapsed()));
    this.#cancelWatch = this.#clock.after(wait, () => this.#watch());
  }

  #nextAsking(): number {
    const { ask, slow, askAgain, keepAlive } = LINK_TIMING;
    if (this.#asks > 0) return this.#askedAt + (this.#asks === 1 ? slow : askAgain);
    return Math.min(this.#lastPacket + ask, this.#lastCommand + keepAlive);
  }

  #givenUpAt(): number {
    const { silence, silenceBeforeReady } = LINK_TIMING;
    return this.#lastPacket + (this.#ready ? silence : silenceBeforeReady);
  }
}
