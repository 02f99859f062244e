import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { CALLS } from '../../protocol/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';
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

/** `GET walls` and `GET wall/:id`. */
export function registerWallReads(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.wallsList,
  )(async ({ db, account }) => {
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
  });

  route(
    app,
    deps,
    CALLS.wallRead,
  )(async ({ db, params }) => ({ wall: await readWall(db, params.wall_id) }));
}
