/**
 * The commands of one WebRCON connection that wait for their frames. The server answers a command with
 * none, one or many frames, without a mark for the last: where a command is not known for its one frame,
 * an empty frame after others ends the answer, or a pause does. Answers of several commands interleave.
 */
import type { Clock } from '../ports.ts';
import { encodeCommand, IDENTIFIERS, type Frame } from './frame.ts';

/** Milliseconds. */
export const REQUEST_TIMING = {
  /** After a frame of a command without a known end: no further one will come. */
  pause: 400,
  /** Without any frame: the command prints nothing, or is not known. */
  silence: 4_000,
} as const;

export type Answer =
  | { readonly ok: true; readonly text: string }
  /** `closed`: the connection ended first. */
  | { readonly ok: false; readonly kind: 'no-answer' | 'closed' };

export interface RequestOptions {
  /** Safe to send again: asked twice, the server does the same as asked once. */
  readonly repeat: boolean;
  /** When an answer is too late, in ms of the clock's `elapsed`. */
  readonly deadline: number;
  /** Hears each frame of the answer as it comes, also after the answer was taken for complete. */
  readonly onText?: (text: string) => void;
}

/** Those whose answer is one frame, however it looks. */
const SINGLE =
  /^(?:global\.|server\.)?(?:playerlist|serverinfo|status|say|banlistex|console\.tail|chat\.tail)\b/i;
const MAX_CLOSED = 64;

interface Request {
  readonly text: string;
  readonly single: boolean;
  readonly onText: ((text: string) => void) | undefined;
  readonly settle: (answer: Answer) => void;
  readonly ids: number[];
  sendsLeft: number;
  texts: string[];
  cancelDeadline: () => void;
  cancelWait: () => void;
}

const nothing = (): void => undefined;

export class RequestTable {
  readonly #clock: Clock;
  readonly #send: (data: string) => void;
  readonly #open = new Map<number, Request>();
  /** What still hears frames of answers that were taken for complete. */
  readonly #closed = new Map<number, ((text: string) => void) | undefined>();
  #nextId: number = IDENTIFIERS.from;
  #over = false;

  constructor(clock: Clock, send: (data: string) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Sends a command and waits for its whole answer; settles by the deadline. */
  ask(text: string, options: RequestOptions): Promise<Answer> {
    if (this.#over) return Promise.resolve({ ok: false, kind: 'closed' });
    return new Promise((resolve) => {
      const request: Request = {
        text,
        single: SINGLE.test(text),
        onText: options.onText,
        settle: resolve,
        ids: [],
        sendsLeft: options.repeat ? 2 : 1,
        texts: [],
        cancelDeadline: nothing,
        cancelWait: nothing,
      };
      const left = Math.max(0, options.deadline - this.#clock.elapsed());
      request.cancelDeadline = this.#clock.after(left, () => this.#complete(request));
      this.#put(request);
    });
  }

  /** Takes a frame under an identifier of a client. */
  receive({ id, text }: Frame): void {
    const request = this.#open.get(id);
    if (request === undefined) {
      if (text !== '') this.#closed.get(id)?.(text);
      return;
    }
    if (text !== '') request.onText?.(text);
    const ends = request.single || (text === '' && request.texts.length > 0);
    request.texts.push(text);
    if (ends) {
      this.#complete(request);
      return;
    }
    request.cancelWait();
    request.cancelWait = this.#clock.after(REQUEST_TIMING.pause, () => this.#complete(request));
  }

  /** The connection has ended: what has been answered so far is all that will be. */
  close(): void {
    this.#over = true;
    for (const request of new Set(this.#open.values())) {
      this.#finish(request, { ok: false, kind: 'closed' });
    }
    this.#closed.clear();
  }

  #put(request: Request): void {
    request.sendsLeft -= 1;
    const id = this.#takeId();
    request.ids.push(id);
    this.#open.set(id, request);
    request.cancelWait = this.#clock.after(REQUEST_TIMING.silence, () => {
      if (request.sendsLeft > 0) this.#put(request);
      else this.#complete(request);
    });
    this.#send(encodeCommand(id, request.text));
  }

  #takeId(): number {
    const id = this.#nextId;
    this.#nextId = id === IDENTIFIERS.to ? IDENTIFIERS.from : id + 1;
    return id;
  }

  #complete(request: Request): void {
    const { texts } = request;
    const answer: Answer =
      texts.length === 0
        ? { ok: false, kind: 'no-answer' }
        : { ok: true, text: texts.filter((text) => text !== '').join('\n') };
    this.#finish(request, answer);
  }

  #finish(request: Request, answer: Answer): void {
    request.cancelWait();
    request.cancelDeadline();
    for (const id of request.ids) {
      this.#open.delete(id);
      this.#closed.set(id, request.onText);
      const [oldest] = this.#closed.keys();
      if (this.#closed.size > MAX_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
    }
    request.settle(answer);
  }
}
