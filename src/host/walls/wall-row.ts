import type { Selectable } from 'kysely';
import type { Wall } from '../../protocol/walls/fields.ts';
import { may, wallResource } from '../access/grants.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Database, Trx } from '../store/database.ts';
import type { WallRow } from '../store/tables/walls.ts';

/** A wall as the API tells it. */
export function wallOf({ id, ...row }: Selectable<WallRow>): Wall {
  return { wall_id: id, ...row };
}

/** One wall; `lock`: until the transaction ends nobody else changes it. */
export async function readWall(db: Database | Trx, wallId: string, lock = false): Promise<Wall> {
  const query = db.selectFrom('walls').selectAll().where('id', '=', wallId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) throw noSuch('wall');
  return wallOf(row);
}

/** Refuses a wall that an account may not see; any other stays until the transaction ends. */
export async function holdWall(trx: Trx, accountId: string, wallId: string): Promise<void> {
  const wall = trx.selectFrom('walls').select('id').where('id', '=', wallId).forKeyShare();
  const isThere = (await wall.executeTakeFirst()) !== undefined;
  if (!isThere || !(await may(trx, accountId, 'wall.view', wallResource(wallId))))
    throw noSuch('wall');
}
