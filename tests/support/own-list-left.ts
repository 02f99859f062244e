import { GAME } from '../../src/protocol/enumerations.ts';
import type { Insertable } from 'kysely';
import type { Database } from '../../src/host/store/database.ts';
import { CLEAR_OWN_LIST } from '../../src/host/servers/own-bans-left.ts';
import { newId } from '../../src/host/store/ids.ts';
import type { OwnListLeftoverRow } from '../../src/host/store/tables/own-lists.ts';

/** Bans of Muster that are left in the list of a DayZ game, of a server that is gone. */
export async function leaveBans(
  db: Database,
  of: Partial<Insertable<OwnListLeftoverRow>> = {},
): Promise<string> {
  const id = newId(Date.now());
  await db
    .insertInto('own_list_leftovers')
    .values({
      id,
      server_id: newId(Date.now()),
      owner: newId(Date.now()),
      name: 'Chernarus',
      game: GAME.DAYZ,
      host: '192.0.2.1',
      host_key: '192.0.2.1',
      private_address: false,
      game_port: 2302,
      query_port: null,
      rcon_port: 2306,
      sealed_password: Buffer.from('sealed'),
      own_bans: 2,
      since: Date.now(),
      due_at: Date.now(),
      tries: 0,
      ...of,
    })
    .execute();
  return id;
}

/** When it is looked at again. */
export async function wakingsOf(db: Database, id: string): Promise<readonly number[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['payload', 'run_at'])
    .where('kind', '=', CLEAR_OWN_LIST)
    .execute();
  return jobs.flatMap((job) =>
    (job.payload as { left_id: string }).left_id === id ? job.run_at : [],
  );
}
