/** What the servers of this host ask of whoever is on them: read once, and again when it is another. */
import { sql } from 'kysely';
import { offeredActions } from '../../domain/actions/offered.ts';
import type { Door } from '../../domain/doors/rule.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { readFilters, type ReadyFilter } from './filters.ts';
import { readModules } from '../modules/store.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import { persist, type Persistence } from '../store/persist.ts';

export interface DoorSettings extends Omit<Door, 'lists' | 'whitelists'> {
  readonly filters: readonly ReadyFilter[];
  /** When the next entry is over by which somebody is let in or keeps a place, epoch ms; null: none has an end. */
  readonly nextEnd: number | null;
}

interface SettingsDeps extends Persistence {
  readonly db: Database;
  readonly clock: () => number;
  readonly settings: Pick<Settings, 'steamKey'>;
}

export class DoorSettingsOfServers {
  readonly #deps: SettingsDeps;
  readonly #read = new Map<string, Promise<DoorSettings>>();

  constructor(deps: SettingsDeps) {
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
    const { db, settings, clock } = this.#deps;
    const set = await persist(this.#deps, () => readModules(db, id));
    const modules = inForce(set.modules, settings);
    const filters = await persist(this.#deps, () => readFilters(db, id));
    const nextEnd = await persist(this.#deps, () => readNextEnd(db, id, clock()));
    const offered = offeredActions(row.configuration.game);
    const canWarn = offered.includes(SERVER_ACTION.MESSAGE_PRIVATE);
    return { modules, filters, nextEnd, canWarn };
  }
}

async function readNextEnd(db: Database, serverId: string, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(next.at) as at
    from bucket_servers s join buckets b on b.id = s.bucket_id
    cross join lateral (
      select (e.data->>'until')::bigint as at from paged_bucket_entries e
      where e.owner_id = b.id and (e.data->>'until') is not null
        and (e.data->>'until')::bigint > ${now}::bigint
      order by (e.data->>'until')::bigint limit 1
    ) next
    where s.server_id = ${serverId} and b.type in ('WHITELIST', 'RESERVED_SLOT')
  `.execute(db);
  const at = rows[0]?.at ?? null;
  return at === null ? null : Number(at);
}

/** Where Steam is not asked, nobody is kept out by what it said long ago. */
export function inForce(modules: Modules, { steamKey }: Pick<Settings, 'steamKey'>): Modules {
  return steamKey === undefined ? { ...modules, steam: MODULES_UNSET.steam } : modules;
}
