import { signal, type ReadonlySignal } from '@preact/signals-react';
import { mayReload, readReloads } from '../../../domain/walls/reload-guard.ts';

/** Why a wall reloads itself. */
export type ReloadReason =
  /** The host has another build of the portal. */
  | 'updated'
  /** The worker, or the host, speaks another version. */
  | 'replaced'
  /** The worker does not answer. */
  | 'hung'
  /** The screen failed. */
  | 'crashed';

export interface ReloaderDeps {
  readonly now: () => number;
  /** Calls back once after so many milliseconds; answers how to call it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** What outlives the page. */
  readonly kept: { read(): string | null; write(text: string): void };
  /** Whether the page could be loaded now; it also has the next build made ready. */
  readonly ready: () => Promise<boolean>;
  readonly reload: (reason: ReloadReason) => void;
  readonly log: (text: string, error: unknown) => void;
}

export type Reloading = { readonly reason: ReloadReason; readonly at: number } | null;

/** A page that could not be loaded now is tried again after so long. */
const TRY_AGAIN_MS = 15_000;

/** Reloads the wall as soon as it may and can: not too often, and never into a page that is not there. */
export class Reloader {
  readonly #deps: ReloaderDeps;
  readonly #reloading = signal<Reloading>(null);
  #cancel: () => void = () => {};
  #stops = 0;

  constructor(deps: ReloaderDeps) {
    this.#deps = deps;
  }

  /** What it waits for; null: no reload is wanted. */
  get reloading(): ReadonlySignal<Reloading> {
    return this.#reloading;
  }

  /** Wants a reload; the first reason stands until it is done. */
  want(reason: ReloadReason): void {
    if (this.#reloading.peek() !== null) return;
    this.#try(reason);
  }

  /** Wants nothing any more: the page shows something else now. */
  stop(): void {
    this.#stops += 1;
    this.#cancel();
    this.#reloading.value = null;
  }

  #try(reason: ReloadReason): void {
    const { now, kept } = this.#deps;
    const at = now();
    const decision = mayReload(readReloads(kept.read()), at);
    if (decision.kind === 'wait') {
      this.#later(reason, decision.until);
      return;
    }
    this.#reloading.value = { reason, at };
    void this.#go(reason);
  }

  async #go(reason: ReloadReason): Promise<void> {
    const { now, kept, ready, reload, log } = this.#deps;
    const stops = this.#stops;
    const there = await ready().catch((error: unknown) => {
      log('The next build could not be made ready.', error);
      return false;
    });
    if (stops !== this.#stops) return;
    const decision = mayReload(readReloads(kept.read()), now());
    if (!there || decision.kind === 'wait') {
      this.#later(
        reason,
        there && decision.kind === 'wait' ? decision.until : now() + TRY_AGAIN_MS,
      );
      return;
    }
    kept.write(JSON.stringify(decision.kept));
    reload(reason);
  }

  #later(reason: ReloadReason, at: number): void {
    this.#reloading.value = { reason, at };
    this.#cancel = this.#deps.after(Math.max(0, at - this.#deps.now()), () => this.#try(reason));
  }
}
