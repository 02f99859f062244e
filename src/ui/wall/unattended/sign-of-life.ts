import { signal, type ReadonlySignal } from '@preact/signals-react';
import {
  noSign,
  SIGN_EVERY_MS,
  signHeard,
  type LinkSign,
} from '../../../domain/walls/staleness.ts';
import type { Sign } from '../../../worker/contract.ts';

export interface SignOfLifeDeps {
  readonly now: () => number;
  /** Asks the worker. May reject, and may never answer. */
  readonly sign: () => Promise<Sign>;
  /** The worker has not answered for long: it hangs. */
  readonly hung: () => void;
}

/** A question that is not answered by then is given up, and asked again. */
const ANSWER_MS = 10_000;
/** So many given up in a row, and the worker hangs. */
const HUNG_AFTER = 3;

/** Asks the worker for a sign of life again and again, one question at a time. */
export class SignOfLife {
  readonly #deps: SignOfLifeDeps;
  readonly #sign;
  #askedAt: number | null = null;
  #waiting = false;
  #givenUp = 0;

  constructor(deps: SignOfLifeDeps) {
    this.#deps = deps;
    this.#sign = signal<LinkSign>(noSign(deps.now()));
  }

  get sign(): ReadonlySignal<LinkSign> {
    return this.#sign;
  }

  /** Asks where it is time to; called every second or so. */
  tick(): void {
    const now = this.#deps.now();
    const waited = this.#askedAt === null ? Infinity : Math.abs(now - this.#askedAt);
    if (waited < (this.#waiting ? ANSWER_MS : SIGN_EVERY_MS)) return;
    if (this.#waiting) this.#giveUp();
    this.#askedAt = now;
    this.#waiting = true;
    this.#deps.sign().then(
      (told) => {
        if (this.#askedAt === now) this.#waiting = false;
        this.#givenUp = 0;
        this.#sign.value = signHeard(this.#sign.peek(), told, this.#deps.now());
      },
      () => {
        // There is no worker: one is built, and asked with a later tick.
        if (this.#askedAt === now) this.#waiting = false;
      },
    );
  }

  /** The worker has told something: it is busy, where it does not answer, and does not hang. */
  told(): void {
    this.#givenUp = 0;
  }

  #giveUp(): void {
    this.#givenUp += 1;
    if (this.#givenUp < HUNG_AFTER) return;
    this.#givenUp = 0;
    this.#deps.hung();
  }
}
