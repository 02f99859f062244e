/** What the servers of this host ask of whoever is on them: read once, and again when it is another. */
import { offeredActions } from '../../domain/actions/offered.ts';
import type { Door } from '../../domain/doors/rule.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { readFilters, type ReadyFilter } from './filters.ts';
import { readModules } from '../modules/store.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { Database } from '../store/database.ts';
import { persist, type Persistence } from '../store/persist.ts';

export interface DoorSettings extends Omit<Door, 'lists' | 'whitelists'> {
  readonly filters: readonly ReadyFilter[];
}

export class DoorSettingsOfServers {
  readonly #deps: Persistence & { readonly db: Database };
  readonly #read = new Map<string, Promise<DoorSettings>>();

  constructor(deps: Persistence & { readonly db: Database }) {
    this.#deps = deps;
  }

  of(runtime: ServerRuntime): Promise<DoorSettings> {
    const known = this.#read.get(runtime.id);
    if (known !== undefined) return known;
    const reading = this.#readOf(runtime);
    this.#read.set(runtime.id, reading);
    // What could not be read is read again when it is asked for next.
    reading.catch(() => {
      if (this.#read.get(runtime.id) === reading) this.#read.delete(runtime.id);
    });
    return reading;
  }

  /** It is another now; without: what was missed may have changed any. */
  forget(serverId?: string): void {
    if (serverId === undefined) this.#read.clear();
    else this.#read.delete(serverId);
  }

  async #readOf({ id, row }: ServerRuntime): Promise<DoorSettings> {
    const { db } = this.#deps;
    const { modules } = await persist(this.#deps, () => readModules(db, id));
    const filters = await persist(this.#deps, () => readFilters(db, id));
    const offered = offeredActions(row.configuration.game);
    return { modules, filters, canWarn: offered.includes(SERVER_ACTION.MESSAGE_PRIVATE) };
  }
}
