/** Sockets at once of which it is not known whose they are: from one address, and in all. */
export const STRANGERS = { perAddress: 64, total: 512 } as const;

/** Counts the sockets that are not signed in, so that nobody fills the host with them. */
export class Strangers {
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  get size(): number {
    return this.#total;
  }

  /** Lets one in: answers how it leaves, or null where there are too many. `address`: null where only the sum counts. */
  enter(address: string | null): (() => void) | null {
    const there = address === null ? 0 : (this.#byAddress.get(address) ?? 0);
    if (this.#total >= STRANGERS.total || there >= STRANGERS.perAddress) return null;
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
