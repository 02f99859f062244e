/** Everything that a display can read: its wall, and the populations of that wall's servers. */
import { accountStream } from '../../protocol/streams.ts';
import type { Wall } from '../../protocol/walls/fields.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { answerDays } from '../servers/days.ts';
import { readPopulation } from '../servers/population-history.ts';
import { readServersPage } from '../servers/list.ts';
import { atOneMoment } from '../store/database.ts';
import { displayScope } from '../access/display-scope.ts';
import { reducedSnapshot } from '../realtime/reduced.ts';
import { readWall } from './wall-row.ts';

export const displaySession: Handler<'displaySession'> = async (_input, { db, display, publish }) =>
  atOneMoment(db, async (trx) => {
    const held = await trx
      .selectFrom('displays')
      .select(['id', 'name', 'wall_id'])
      .where('id', '=', display.id)
      .executeTakeFirst();
    if (held === undefined) throw noSuch('display');
    const { id, name, wall_id: wallId } = held;
    const servers = await displayScope(trx, id);
    return {
      position: await publish.position(trx, accountStream(id)),
      display: { display_id: id, name },
      wall: wallId === null ? null : withServers(await readWall(trx, wallId), new Set(servers)),
      servers: [...servers],
    };
  });

export const displayServers: Handler<'displayServers'> = async ({ query }, { db, display }) =>
  atOneMoment(db, async (trx) => {
    const scope = await displayScope(trx, display.id);
    const { servers, next } = await readServersPage(trx, scope, query);
    return { servers: servers.map(({ snapshot }) => reducedSnapshot(snapshot)), next };
  });

export const displayDay: Handler<'displayDay'> = async ({ query }, { db, display, now }) =>
  answerDays(db, await displayScope(db, display.id), query, now);

export const displayPopulation: Handler<'displayPopulation'> = async (
  { params, query },
  { db, display, now },
) => {
  const scope = await displayScope(db, display.id);
  if (!scope.includes(params.server_id)) {
    throw noSuch('server');
  }
  return readPopulation(db, params.server_id, query, now);
};

/** A display learns of no server that it may not hear. */
function withServers(wall: Wall, heard: ReadonlySet<string>): Wall {
  const scenes = wall.scenes.map((scene) =>
    scene.source.kind === 'filter'
      ? scene
      : {
          ...scene,
          source: {
            kind: 'servers' as const,
            server_ids: scene.source.server_ids.filter((id) => heard.has(id)),
          },
        },
  );
  return { ...wall, scenes };
}
