import type { Selectable } from 'kysely';
import type { Database, Trx } from '../store/database.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import { HostError, noSuch } from './host-error.ts';

/** The row of a server; throws `not-found` where it is gone. `lock` holds it until the transaction ends. */
export async function readServerRow(
  db: Database | Trx,
  id: string,
  lock = false,
): Promise<Selectable<GameServerRow>> {
  const row = await db
    .selectFrom('servers')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw goneServer();
  return row;
}

/** The row of a server that stays; throws `not-found` where it is gone or being deleted. */
export async function readKeptServer(
  db: Database | Trx,
  id: string,
): Promise<Selectable<GameServerRow>> {
  const row = await readServerRow(db, id);
  if (row.deleting !== null) throw new HostError('not-found', 'The server is being deleted.');
  return row;
}

export function goneServer(): HostError {
  return noSuch('server');
}

export function restrictedServer(): HostError {
  const text = 'This server is restricted. Nobody can use it until that ends.';
  return new HostError('server-restricted', text);
}
