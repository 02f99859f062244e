/** How many sockets may be open at once that are not signed in: from one address, and in all. */
export const ANONYMOUS_SOCKETS = { perAddress: 64, total: 512 } as const;

/** Counts sockets that are not signed in, so that nobody fills the host with them. */
export class AnonymousSockets {
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  get size(): number {
    return this.#total;
  }

  /** Lets one in: answers how it leaves, or null where there are too many. `address`: null where only the sum counts. */
  enter(address: string | null): (() => void) | null {
    const there = address === null ? 0 : (this.#byAddress.get(address) ?? 0);
    if (this.#total >= ANONYMOUS_SOCKETS.total || there >= ANONYMOUS_SOCKETS.perAddress)
      return null;
    this.#total += 1;
    if (address !== null) this.#byAddress.set(address, there + 1);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#total -= 1;
      if (address !== null) this.#leave(address);
    };
  }

  #leave(address: string): void {
    const left = (this.#byAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
