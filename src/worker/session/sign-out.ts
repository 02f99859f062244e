import {
  concatMap,
  defer,
  firstValueFrom,
  race,
  repeat,
  Subscription,
  takeWhile,
  timer,
} from 'rxjs';
import { clockScheduler } from '../clock-scheduler.ts';
import type { Environment } from '../environment.ts';
import { backoff } from '../link/backoff.ts';
import { isDecided } from '../../protocol/is-decided.ts';
import type { PendingSignOut } from '../store/last-account.ts';
import type { Storage } from '../store/storage.ts';
import type { RestClient } from './rest.ts';

/** A person who signs out does not wait longer than this for a host that does not answer. */
const PATIENCE_MS = 3_000;
/** A database that so often could not say whether a sign-out is to be told keeps no connection waiting. */
const READS = 2;

/**
 * Tells the host of a sign-out, however long it cannot be reached: what is not told yet outlives the
 * worker. It is told with the token of the session that it ends, so that another session, begun
 * in the meantime, is not ended by mistake.
 */
export class SignOut {
  readonly #environment: Environment;
  readonly #rest: RestClient;
  readonly #storage: Storage;
  /** undefined: not read from the storage yet. */
  #pending: PendingSignOut | null | undefined;
  #unread = 0;
  #attempt = 0;
  /** Tells it again and again; ended where somebody else asks that it be told. */
  #again = Subscription.EMPTY;

  constructor(environment: Environment, rest: RestClient, storage: Storage) {
    this.#environment = environment;
    this.#rest = rest;
    this.#storage = storage;
  }

  /** The person signs out: it is written down, the rows go, and the host is told. Waits for them, but not for long. */
  async begin(): Promise<void> {
    const kept = this.#keep({ token: this.#rest.token });
    const told = this.tell().then((done) => {
      if (!done) this.#tryAgain();
    });
    const patience = timer(PATIENCE_MS, clockScheduler(this.#environment.clock));
    await firstValueFrom(race(Promise.all([kept, told]), patience));
  }

  /** Tells what is not told yet; false where the host can't be reached, or it can't be read what to tell. */
  async tell(): Promise<boolean> {
    this.#again.unsubscribe();
    if (await this.#tell()) return true;
    if (this.#pending !== undefined || this.#unread < READS) return false;
    // The session goes on until it is read that it has ended.
    this.#tryAgain();
    return true;
  }

  async #tell(): Promise<boolean> {
    if (this.#pending === undefined && !(await this.#read())) return false;
    if (this.#pending === null || this.#pending === undefined) return true;
    const told = await this.#rest.logout(this.#pending.token);
    if (!told.ok && !(told.error.kind === 'problem' && isDecided(told.error.problem.status))) {
      return false;
    }
    await this.#keep(null);
    this.#attempt = 0;
    return true;
  }

  async #read(): Promise<boolean> {
    try {
      const pending = await this.#storage.pendingSignOut();
      // Somebody may have signed out in the meantime.
      if (this.#pending === undefined) this.#pending = pending;
      return true;
    } catch (error) {
      this.#environment.log('The last sign-out could not be read.', error);
      this.#unread += 1;
      return this.#pending !== undefined;
    }
  }

  async #keep(pending: PendingSignOut | null): Promise<void> {
    this.#pending = pending;
    await this.#storage.keepSignOut(pending);
  }

  #tryAgain(): void {
    const { clock, random, log } = this.#environment;
    const scheduler = clockScheduler(clock);
    this.#again.unsubscribe();
    this.#again = defer(() => timer(backoff(++this.#attempt, random), scheduler))
      .pipe(
        concatMap(() => this.#tell()),
        repeat(),
        takeWhile((told) => !told),
      )
      .subscribe({ error: (error: unknown) => log('The sign-out could not be told.', error) });
  }
}
