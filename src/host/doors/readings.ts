/** What is remembered of the pings of those who are on the servers of this host. */
import { PING_READINGS } from '../../domain/doors/ping.ts';

interface Reading {
  readonly pings: readonly number[];
  readonly warnedAt: number | null;
}

const NONE: Reading = { pings: [], warnedAt: null };

export class Readings {
  /** By server and stay. */
  readonly #servers = new Map<string, Map<string, Reading>>();

  /** A list of everybody on a server was read: whoever has left is forgotten. A ping that was not told counts for nothing. */
  add(serverId: string, stays: readonly string[], pings: ReadonlyMap<string, number>): void {
    const before = this.#servers.get(serverId);
    const next = stays.map((stay): [string, Reading] => {
      const known = before?.get(stay) ?? NONE;
      const ping = pings.get(stay);
      if (ping === undefined) return [stay, known];
      return [stay, { ...known, pings: [...known.pings, ping].slice(-PING_READINGS) }];
    });
    this.#servers.set(serverId, new Map(next));
  }

  of(serverId: string, stay: string): Reading {
    return this.#servers.get(serverId)?.get(stay) ?? NONE;
  }

  /** Somebody was told that their ping is too high: what was read before counts no more. */
  warned(serverId: string, stay: string, at: number): void {
    this.#servers.get(serverId)?.set(stay, { pings: [], warnedAt: at });
  }

  /** Nobody runs these servers here any more. */
  keepOnly(serverIds: ReadonlySet<string>): void {
    for (const id of this.#servers.keys()) if (!serverIds.has(id)) this.#servers.delete(id);
  }
}
