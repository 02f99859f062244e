/** `GET walls` and `GET wall/:id`. */
import { sql } from 'kysely';
import type { Handler } from '../calls/handler.ts';
import { wallResource } from '../access/grants.ts';
import { readWall } from './wall-row.ts';

interface ListedWall {
  readonly wall_id: string;
  readonly name: string;
  readonly revision: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly scenes: number;
  readonly displays: number;
}

export const wallsList: Handler<'wallsList'> = async (_input, { db, account }) => {
  const { rows } = await sql<ListedWall>`
      select w.id as wall_id, w.name, w.revision, w.created_at, w.updated_at,
        json_array_length(w.scenes) as scenes,
        (select count(*) from displays d where d.wall_id = w.id)::int as displays
      from walls w
      join grants g on g.resource = ${wallResource('')} || w.id
      where g.subject = ${account.id} and g.permission = 'wall.view'
      order by lower(w.name), w.id
    `.execute(db);
  return { walls: rows };
};

export const wallRead: Handler<'wallRead'> = async ({ params }, { db }) => ({
  wall: await readWall(db, params.wall_id),
});
