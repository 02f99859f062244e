/** One question to a server's query port: challenge, split answers, repeats, latency. */
import type { Clock, ConnectorPorts, DatagramSocket, Endpoint } from '../ports.ts';
import {
  ANSWER_TYPE,
  challengeOf,
  encodeQuestion,
  parseDatagram,
  type Question,
} from './packet.ts';
import { SplitAssembly } from './split.ts';

export type QueryResult =
  | {
      readonly ok: true;
      /** Type byte and body. */
      readonly answer: Uint8Array;
      /** Round trip of the last request in ms; null where it had to be repeated and is not known. */
      readonly latency: number | null;
    }
  | { readonly ok: false; readonly kind: 'no-answer' | 'refused' };

export interface QueryOptions {
  /** From a request to its first repeat, and between the further ones, ms. */
  readonly timeout: number;
  readonly again: number;
  /** How long the question is asked before the server counts as silent, ms. */
  readonly limit: number;
}

type QueryPorts = Pick<ConnectorPorts, 'clock' | 'openSocket'>;

/** A server may ask for another challenge when the last one expired; more than this is a loop. */
const MAX_CHALLENGES = 3;

/**
 * Asks, on a socket of its own: answers carry no number, so that only the port tells a late answer to
 * an earlier question. Never rejects; settles within `limit`.
 */
export function ask(
  endpoint: Endpoint,
  question: Question,
  ports: QueryPorts,
  options: QueryOptions,
): { readonly result: Promise<QueryResult>; readonly cancel: () => void } {
  const asking = new Asking(endpoint, question, ports, options);
  return { result: asking.result, cancel: () => asking.cancel() };
}

class Asking {
  readonly result: Promise<QueryResult>;
  readonly #question: Question;
  readonly #clock: Clock;
  readonly #options: QueryOptions;
  readonly #socket: DatagramSocket;
  readonly #assembly = new SplitAssembly();
  readonly #challenges = new Set<string>();
  #challenge: Uint8Array | null = null;
  #sends = 0;
  #sentAt = 0;
  #settled = false;
  #settle = (_result: QueryResult): void => undefined;
  #cancelTimer = (): void => undefined;
  readonly #cancelLimit: () => void;

  constructor(endpoint: Endpoint, question: Question, ports: QueryPorts, options: QueryOptions) {
    this.#question = question;
    this.#clock = ports.clock;
    this.#options = options;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#cancelLimit = ports.clock.after(options.limit, () => this.cancel());
    this.#socket = ports.openSocket(endpoint, {
      onDatagram: (data) => this.#receive(data),
      onError: (error) => {
        this.#finish({ ok: false, kind: error.kind === 'refused' ? 'refused' : 'no-answer' });
      },
    });
    this.#send();
  }

  cancel(): void {
    this.#finish({ ok: false, kind: 'no-answer' });
  }

  #send(): void {
    if (this.#settled) return;
    this.#cancelTimer();
    this.#sends += 1;
    this.#sentAt = this.#clock.elapsed();
    const { timeout, again } = this.#options;
    this.#cancelTimer = this.#clock.after(this.#sends === 1 ? timeout : again, () => this.#send());
    this.#socket.send(encodeQuestion(this.#question, this.#challenge));
  }

  #receive(data: Uint8Array): void {
    const datagram = parseDatagram(data);
    if (datagram === null) return;
    const answer =
      datagram.kind === 'whole' ? datagram.answer : this.#assembly.accept(datagram.part);
    if (answer === null) return;
    const challenge = challengeOf(answer);
    if (challenge !== null) {
      this.#challenged(challenge);
      return;
    }
    if (answer[0] !== ANSWER_TYPE[this.#question]) return;
    const latency = this.#sends === 1 ? this.#clock.elapsed() - this.#sentAt : null;
    this.#finish({ ok: true, answer: Uint8Array.from(answer), latency });
  }

  #challenged(challenge: Uint8Array): void {
    const word = Buffer.from(challenge).toString('hex');
    // The network may double a challenge; answering it twice would blur the latency.
    if (this.#challenges.has(word) || this.#challenges.size >= MAX_CHALLENGES) return;
    this.#challenges.add(word);
    this.#challenge = challenge;
    this.#sends = 0;
    this.#send();
  }

  #finish(result: QueryResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#cancelTimer();
    this.#cancelLimit();
    this.#socket.close();
    this.#settle(result);
  }
}
