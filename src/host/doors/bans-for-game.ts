/** The bans that a game can keep itself: of the lists that a server obeys, those that name somebody as the game knows them. */
import { sql } from 'kysely';
import type { GameBan } from '../../domain/bans/game-list.ts';
import { OWN_LIST_MOST } from '../../domain/bans/own-list.ts';
import type { Identity } from '../../domain/bans/keys.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Change } from '../change/change.ts';
import { readModules } from '../modules/store.ts';
import { configurationOf } from '../servers/snapshots.ts';
import type { Database } from '../store/database.ts';

/** So many of a list are looked at for them, the newest. */
const LOOKED_AT = 5_000;
/** Keys of the bans that are found: most have one. */
const KEYS = 4 * OWN_LIST_MOST;

/** The servers that obey a list themselves. */
export async function serversWithList(db: Database, listId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ban_list_servers')
    .select('server_id')
    .where('banlist_id', '=', listId)
    .execute();
  return rows.map(({ server_id }) => server_id);
}

/** Whether a server's bans are kept in its game's own list, or why they leave it. */
export async function keepingOf(
  db: Database,
  serverId: string,
): Promise<'kept' | 'off' | 'restricted' | 'deleting' | 'gone'> {
  const server = await db
    .selectFrom('servers')
    .select(['deleting', 'restricted'])
    .where('id', '=', serverId)
    .executeTakeFirst();
  if (server === undefined) return 'gone';
  if (server.deleting !== null) return 'deleting';
  if (server.restricted) return 'restricted';
  const { modules } = await readModules(db, serverId);
  return modules.own_list.active ? 'kept' : 'off';
}

/** Whether a server is restricted, being deleted or not; null: it is gone. */
export async function isRestricted(db: Database, serverId: string): Promise<boolean | null> {
  const server = await db
    .selectFrom('servers')
    .select('restricted')
    .where('id', '=', serverId)
    .executeTakeFirst();
  return server?.restricted ?? null;
}

/**
 * So many bans of Muster are in the game's own list: told where it is another number than before, and of where the server is.
 * null: nobody knows, unless there were none before.
 */
export async function noteOwnBans(
  made: Change,
  { id: serverId, target_version }: { readonly id: string; readonly target_version: number },
  own_bans: number | null,
): Promise<void> {
  const { trx } = made;
  const row = await trx
    .updateTable('servers')
    .set({ own_bans })
    .where('id', '=', serverId)
    .where('target_version', '=', target_version)
    .where(
      own_bans === null
        ? sql<boolean>`own_bans > 0`
        : sql<boolean>`own_bans is distinct from ${own_bans}`,
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return;
  made.tell(serverStream(serverId, 'list'), 'update:server', {
    server_id: serverId,
    configuration: configurationOf(row),
  });
}

/**
 * From the newest on. What a list follows is left out: whoever reads the game's list may not read that. `by`: what the game knows
 * people by; `before`: when a ban was made at the latest. `young`: there is a later one.
 */
export async function bansForGame(
  db: Database,
  serverId: string,
  { by, before }: { readonly by: Identity['kind']; readonly before: number },
): Promise<{ readonly bans: readonly GameBan[]; readonly young: boolean }> {
  const prefix = `${by} `;
  const { rows } = await sql<GameBan & { made: number }>`
    select substr(k.key, ${prefix.length + 1}::int) as identity, (b.data->>'until')::bigint as until,
      b.data->>'reason' as reason, b.made
    from ban_list_servers o
    join ban_lists l on l.id = o.banlist_id and l.deleting is null
    cross join lateral (
      select n.id, n.data, n.made from (
        select p.id, p.data, p.key_kind, p.key_created_at as made from paged_bans p
        where p.owner_id = o.banlist_id and p.key_status = 'active'
        order by p.key_created_at desc, p.id desc limit ${LOOKED_AT}::int
      ) n
      where n.key_kind <> 'address' and exists (
        select from ban_keys e where e.ban_id = n.id and starts_with(e.key, ${prefix})
      )
      order by n.made desc, n.id desc limit ${OWN_LIST_MOST}::int
    ) b
    join ban_keys k on k.ban_id = b.id and starts_with(k.key, ${prefix})
    where o.server_id = ${serverId}
    order by b.made desc, b.id desc, k.key limit ${KEYS}::int
  `.execute(db);
  const bans = rows.filter(({ made }) => made <= before);
  return { bans, young: bans.length < rows.length };
}
