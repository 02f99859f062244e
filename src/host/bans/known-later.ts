/** Bans that named nobody when they were made, and are about to go: nothing says any more afterwards whom they were about. */
import { sql } from 'kysely';
import type { BanRow } from '../../domain/bans/row.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { nameLater } from '../audit/name-later.ts';
import { whoseAre } from '../players/whose.ts';
import type { Database, Trx } from '../store/database.ts';

/** So many bans of a list that goes are looked at once: each time the log of audits is read. */
const BATCH = 5_000;

/** The same bans, about whoever was seen by what they name; so is from now on what audits and the log say of them. */
export async function namedAtLast(
  trx: Trx,
  listId: string,
  bans: readonly BanRow[],
): Promise<readonly BanRow[]> {
  const nameless = bans.filter(({ person_id }) => person_id === null).map(({ id }) => id);
  const known = await whoAre(trx, nameless);
  await nameLater(trx, { things: known, stream: resourceStream('bans', listId) });
  return bans.map((ban) => ({ ...ban, person_id: ban.person_id ?? known.get(ban.id) ?? null }));
}

/** The same for all bans of a list that is being deleted, with what the list itself told. May run again. */
export async function nameAll(db: Database, listId: string): Promise<void> {
  for (let after = '', count = BATCH; count === BATCH;) {
    const { rows } = await sql<{ id: string }>`
      select id from paged_bans
      where owner_id = ${listId} and id > ${after} and data->>'person_id' is null
      order by id limit ${BATCH}
    `.execute(db);
    const ids = rows.map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      await nameLater(trx, { things: await whoAre(trx, ids), stream: null });
    });
    after = ids.at(-1) ?? '';
    count = ids.length;
  }
}

/** Of these bans, those that name somebody who was seen: by the ban, their id. */
function whoAre(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return whoseAre(
    trx,
    sql`select ban_id as id, key from ban_keys where ban_id = any(${ids}::text[])`,
  );
}
