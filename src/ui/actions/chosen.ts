import { signal, type ReadonlySignal } from '@preact/signals-react';
import type { Query } from '../../domain/queries.ts';
import type { ServerRow } from '../../domain/rows.ts';
import type { Connection } from '../data/connect.ts';
import type { LiveView } from '../data/live-view.ts';

/** Which servers are listed, and in which order. */
export type ServersQuery = Omit<Extract<Query, { view: 'servers' }>, 'window'>;

/** The servers that a person has chosen to do something with all of them. */
export class Chosen {
  readonly #ids = signal<ReadonlySet<string>>(new Set());
  /** Where a stretch begins: what was turned last. */
  #last: string | null = null;

  get ids(): ReadonlySignal<ReadonlySet<string>> {
    return this.#ids;
  }

  turn(id: string, chosen: boolean): void {
    this.#last = id;
    this.#turn([id], chosen);
  }

  /** Turns all from the one that was turned last to this one, as they are listed. */
  turnThrough(id: string, chosen: boolean, listed: readonly string[]): void {
    const begin = this.#last === null ? -1 : listed.indexOf(this.#last);
    const end = listed.indexOf(id);
    this.#last = id;
    const stretch = listed.slice(Math.min(begin, end), Math.max(begin, end) + 1);
    this.#turn(begin === -1 || end === -1 ? [id] : stretch, chosen);
  }

  add(ids: readonly string[]): void {
    this.#turn(ids, true);
  }

  remove(ids: readonly string[]): void {
    this.#turn(ids, false);
  }

  clear(): void {
    this.#last = null;
    this.#ids.value = new Set();
  }

  #turn(ids: readonly string[], chosen: boolean): void {
    const next = new Set(this.#ids.peek());
    for (const id of ids) {
      if (chosen) next.add(id);
      else next.delete(id);
    }
    this.#ids.value = next;
  }
}

const chosen = new WeakMap<Connection, Chosen>();

/** What is chosen in this tab: it stays while the person looks at another page. */
export function chosenOf(connection: Connection): Chosen {
  const held = chosen.get(connection) ?? new Chosen();
  chosen.set(connection, held);
  return held;
}

/** The ids of all servers of a list, in its order. */
export async function listedIds(
  connection: Connection,
  query: ServersQuery,
): Promise<readonly string[]> {
  return (await listedNow(connection, query)).ids.peek();
}

/** A whole list, once. */
function listedNow(connection: Connection, query: ServersQuery): Promise<LiveView<ServerRow>> {
  const all = { ...query, window: { from: 0, to: Number.MAX_SAFE_INTEGER } };
  const view = connection.view<ServerRow>(all);
  return new Promise((resolve) => {
    const end = connection.subscribe(all, view);
    const stop = view.ready.subscribe((ready) => {
      if (!ready) return;
      queueMicrotask(() => {
        stop();
        end();
        resolve(view);
      });
    });
  });
}
