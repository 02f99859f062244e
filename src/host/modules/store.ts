/** What the modules of a server are set to, as it is kept. */
import { modules, type Modules } from '../../protocol/modules/fields.ts';
import { MODULE, MODULES_UNSET } from '../../protocol/modules/limits.ts';
import type { Database, Trx } from '../store/database.ts';

export interface SetModules {
  readonly modules: Modules;
  /** null: nobody has set any. */
  readonly changedAt: number | null;
}

/** What an earlier version did not have is as nobody has set it. */
export async function readModules(db: Database | Trx, serverId: string): Promise<SetModules> {
  const row = await db
    .selectFrom('server_modules')
    .select(['data', 'changed_at'])
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  const kept = (row?.data ?? {}) as { readonly [K in keyof Modules]?: object };
  const whole = Object.fromEntries(
    MODULE.map((name) => [name, { ...MODULES_UNSET[name], ...kept[name] }]),
  );
  return { modules: modules.parse(whole), changedAt: row?.changed_at ?? null };
}

export async function writeModules(
  trx: Trx,
  serverId: string,
  set: Modules,
  now: number,
): Promise<void> {
  const row = { changed_at: now, data: JSON.stringify(set) };
  await trx
    .insertInto('server_modules')
    .values({ server_id: serverId, ...row })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet(row))
    .execute();
}
