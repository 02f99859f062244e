import { SIGN_EVERY_MS } from '../../domain/walls/staleness.ts';

export interface SignOfLifeDeps<Told> {
  /** Milliseconds of a clock that only grows. */
  readonly elapsed: () => number;
  /** Asks the worker. May reject, and may never answer. */
  readonly ask: () => Promise<Told>;
  readonly heard: (told: Told) => void;
  /** The worker has not answered for long: it hangs. Left out, it is only asked on. */
  readonly hung?: () => void;
}

/** A question that is not answered by then is given up, and asked again. */
const ANSWER_MS = 10_000;
/** So many given up in a row, and the worker hangs. */
const HUNG_AFTER = 3;
/** One that has told nothing yet may still be loading, over a slow line. */
const LOADING_HUNG_AFTER = 12;

/** Asks the worker for a sign of life again and again, one question at a time. */
export class SignOfLife<Told> {
  readonly #deps: SignOfLifeDeps<Told>;
  #askedAt: number | null = null;
  #waiting = false;
  #givenUp = 0;
  /** The worker has answered or told something: it is loaded. */
  #loaded = false;
  /** When the first question was asked that has no answer, and how long the last answer took. */
  #silentSince: number | null = null;
  #took = 0;

  constructor(deps: SignOfLifeDeps<Told>) {
    this.#deps = deps;
  }

  /** Milliseconds that the worker takes to answer, or has taken already. */
  get late(): number {
    const silent = this.#silentSince === null ? 0 : this.#deps.elapsed() - this.#silentSince;
    return Math.max(this.#took, silent);
  }

  /** Asks where it is time to; called every second or so. */
  tick(): void {
    const now = this.#deps.elapsed();
    const waited = this.#askedAt === null ? Infinity : now - this.#askedAt;
    if (waited < (this.#waiting ? ANSWER_MS : SIGN_EVERY_MS)) return;
    if (this.#waiting) this.#giveUp();
    this.#askedAt = now;
    this.#silentSince ??= now;
    this.#waiting = true;
    this.#deps.ask().then(
      (told) => {
        if (this.#askedAt === now) this.#waiting = false;
        this.told();
        this.#silentSince = null;
        this.#took = this.#deps.elapsed() - now;
        this.#deps.heard(told);
      },
      () => {
        // There is no worker: one is built, and asked with a later tick.
        if (this.#askedAt === now) this.#waiting = false;
      },
    );
  }

  /** The worker has told something: it is busy, where it does not answer, and does not hang. */
  told(): void {
    this.#loaded = true;
    this.#givenUp = 0;
  }

  /** Another worker is asked from now on: it has to load first. */
  replaced(): void {
    this.#loaded = false;
    this.reset();
  }

  /** What was asked does not count: another worker is asked, or nobody asked for a while. */
  reset(): void {
    this.#askedAt = null;
    this.#waiting = false;
    this.#givenUp = 0;
    this.#silentSince = null;
    this.#took = 0;
  }

  #giveUp(): void {
    this.#givenUp += 1;
    if (this.#givenUp < (this.#loaded ? HUNG_AFTER : LOADING_HUNG_AFTER)) return;
    this.#givenUp = 0;
    this.#deps.hung?.();
  }
}
