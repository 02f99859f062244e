/** What a display may hear: the servers of its wall's scenes that the account which paired it may see. */
import { sql } from 'kysely';
import { namesOf } from '../../domain/servers/server-name.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { Scene, SceneSource } from '../../protocol/walls/fields.ts';
import { grantedServers, may, wallResource } from './grants.ts';
import { mayEnter } from '../identity/sessions.ts';
import type { Database, Trx } from '../store/database.ts';

interface NamedServer {
  readonly id: string;
  readonly identifier: string;
  readonly name: string | null;
  readonly game: number;
}

/** The servers of a display, as its sockets follow them: it may see them and nothing more. */
export async function heardServers(
  db: Database | Trx,
  displayId: string,
): Promise<ReadonlyMap<string, readonly ServerPermission[]>> {
  const ids = await displayScope(db, displayId);
  return new Map(ids.map((id) => [id, ['server.view']]));
}

/** The servers that a display may hear now; none where it is revoked or has no wall. */
export async function displayScope(
  db: Database | Trx,
  displayId: string,
): Promise<readonly string[]> {
  const row = await db
    .selectFrom('displays')
    .innerJoin('walls', 'walls.id', 'displays.wall_id')
    .innerJoin('accounts', 'accounts.id', 'displays.owner')
    .select(['displays.owner', 'accounts.status', 'walls.id', 'walls.scenes'])
    .where('displays.id', '=', displayId)
    .executeTakeFirst();
  if (row === undefined || !mayEnter(row.status)) return [];
  if (!(await may(db, row.owner, 'wall.view', wallResource(row.id)))) return [];
  const visible = [...(await grantedServers(db, row.owner))].flatMap(([id, held]) =>
    held.includes('server.view') ? [id] : [],
  );
  const filtered = row.scenes.some(({ source }) => source.kind === 'filter');
  const named = filtered ? await namedServers(db, visible) : [];
  return serversOfScenes(row.scenes, visible, named);
}

/**
 * The visible servers that any of the scenes can show. A filter by state chooses, from one second to the
 * next, among the servers that pass the rest of it: a display hears all of those.
 */
export function serversOfScenes(
  scenes: readonly Scene[],
  visible: readonly string[],
  named: readonly NamedServer[],
): readonly string[] {
  const shown = new Set<string>();
  for (const { source } of scenes) {
    if (source.kind === 'servers') for (const id of source.server_ids) shown.add(id);
    else for (const server of named) if (passes(source.filter, server)) shown.add(server.id);
  }
  return visible.filter((id) => shown.has(id));
}

function passes(
  { text, games }: Extract<SceneSource, { kind: 'filter' }>['filter'],
  server: NamedServer,
): boolean {
  const { identifier, name } = server;
  const all = namesOf(name === null ? { identifier } : { identifier, name });
  const named = all.toLowerCase().includes(text.trim().toLowerCase());
  return named && (games.length === 0 || (games as readonly number[]).includes(server.game));
}

async function namedServers(
  db: Database | Trx,
  ids: readonly string[],
): Promise<readonly NamedServer[]> {
  const { rows } = await sql<NamedServer>`
    select id, identifier, name, game from servers where id = any(${ids}::text[])
  `.execute(db);
  return rows;
}
