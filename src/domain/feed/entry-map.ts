import type { ConsoleRow, FeedRow } from '../rows.ts';

/** Entries of all servers by the ids of their rows, `<server_id>:<seq>`. */
export interface Entries<R extends FeedRow | ConsoleRow> extends ReadonlyMap<string, R> {
  /** The entry of a server at a position of its stream. */
  at(serverId: string, seq: number): R | undefined;
  /** Puts a row where it belongs. Only `applyChanges` does. */
  put(row: R): void;
  /** Takes a row away. Only `applyChanges` does. */
  remove(row: R): void;
}

/**
 * Entries as they are kept server by server, by position: they come and go all the time, and this way no text
 * is made or hashed to find one.
 */
export class EntryMap<R extends FeedRow | ConsoleRow> implements Entries<R> {
  readonly #servers = new Map<string, Map<number, R>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  at(serverId: string, seq: number): R | undefined {
    return this.#servers.get(serverId)?.get(seq);
  }

  get(id: string): R | undefined {
    const end = id.lastIndexOf(':');
    const row = this.at(id.slice(0, end), Number(id.slice(end + 1)));
    return row?.id === id ? row : undefined;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  put(row: R): void {
    let entries = this.#servers.get(row.server_id);
    if (entries === undefined) this.#servers.set(row.server_id, (entries = new Map<number, R>()));
    const before = entries.size;
    entries.set(row.seq, row);
    this.#size += entries.size - before;
  }

  remove({ server_id, seq }: R): void {
    const entries = this.#servers.get(server_id);
    if (entries?.delete(seq) !== true) return;
    this.#size--;
    if (entries.size === 0) this.#servers.delete(server_id);
  }

  *values(): MapIterator<R> {
    for (const entries of this.#servers.values()) yield* entries.values();
  }

  *keys(): MapIterator<string> {
    for (const row of this.values()) yield row.id;
  }

  *entries(): MapIterator<[string, R]> {
    for (const row of this.values()) yield [row.id, row];
  }

  [Symbol.iterator](): MapIterator<[string, R]> {
    return this.entries();
  }

  forEach(work: (row: R, id: string, map: ReadonlyMap<string, R>) => void): void {
    for (const row of this.values()) work(row, row.id, this);
  }
}
