/** A ban by GUID or address; without an end it is permanent. */
export interface BanEntry {
  readonly target: string;
  readonly reason: string;
  readonly endsAt: number | undefined;
}

interface Lists {
  readonly guids: readonly BanEntry[];
  readonly addresses: readonly BanEntry[];
}

const EMPTY: Lists = { guids: [], addresses: [] };
const GUID = /^[0-9a-f]{32}$/;

/** BattlEye's ban list: changed in memory, kept over a restart only once it was written. */
export class BanList {
  #current = EMPTY;
  #written = EMPTY;

  get guids(): readonly BanEntry[] {
    return this.#current.guids;
  }

  get addresses(): readonly BanEntry[] {
    return this.#current.addresses;
  }

  /** `target` is a GUID, or else an address. `minutes` 0 is for good. */
  add(target: string, minutes: number, reason: string, now: number): void {
    const ban = { target, reason, endsAt: minutes > 0 ? now + minutes * 60_000 : undefined };
    const { guids, addresses } = this.#current;
    this.#current = GUID.test(target)
      ? { guids: [...guids, ban], addresses }
      : { guids, addresses: [...addresses, ban] };
  }

  /** Removes by the number that `bans` prints; false when there is none. */
  remove(number: number): boolean {
    const { guids, addresses } = this.#current;
    if (number < 0 || number >= guids.length + addresses.length) return false;
    this.#current = {
      guids: guids.filter((_, index) => index !== number),
      addresses: addresses.filter((_, index) => guids.length + index !== number),
    };
    return true;
  }

  /** The ban that keeps this player out, if one is still running. */
  find(guid: string, address: string, now: number): BanEntry | undefined {
    return [...this.guids, ...this.addresses].find(
      (ban) =>
        (ban.target === guid || ban.target === address) &&
        (ban.endsAt === undefined || ban.endsAt > now),
    );
  }

  write(): void {
    this.#written = this.#current;
  }

  load(): void {
    this.#current = this.#written;
  }
}
