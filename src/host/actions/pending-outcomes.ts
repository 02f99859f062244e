/** Callers that wait for the outcome of what they asked. */
export class PendingOutcomes {
  readonly #wake = new Map<string, Set<() => void>>();

  /** Something is known of a request: whoever waits for it looks. */
  wake(id: string): void {
    for (const look of this.#wake.get(id) ?? []) look();
  }

  /** Notices may have been missed: everybody looks. */
  wakeAll(): void {
    for (const id of this.#wake.keys()) this.wake(id);
  }

  /**
   * Asks again whenever woken until there is an answer, at most for so many milliseconds; then null.
   * Rejects where asking does.
   */
  async until<T>(
    id: string,
    ask: () => Promise<T | null>,
    milliseconds: number,
  ): Promise<T | null> {
    const end = performance.now() + milliseconds;
    for (;;) {
      const woken = this.#next(id, end - performance.now());
      const answer = await ask();
      if (answer !== null) {
        woken.cancel();
        return answer;
      }
      if (performance.now() >= end) {
        woken.cancel();
        return null;
      }
      await woken.promise;
    }
  }

  #next(id: string, milliseconds: number): { promise: Promise<void>; cancel: () => void } {
    let cancel = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      const waiting = this.#wake.get(id) ?? new Set();
      const look = () => {
        clearTimeout(timer);
        waiting.delete(look);
        if (waiting.size === 0) this.#wake.delete(id);
        resolve();
      };
      const timer = setTimeout(look, Math.max(0, milliseconds));
      waiting.add(look);
      this.#wake.set(id, waiting);
      cancel = look;
    });
    return { promise, cancel };
  }
}
