import { PLAYER_IDENTIFIER } from '../../protocol/enumerations.ts';
import { IDS_SHOWN, NAMES_SHOWN } from '../../protocol/players/calls.ts';
import { may, serverResource } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { personHere } from './person-here.ts';

/** `GET server/:id/players/:muster_id`: who a player is there, of the stays that are kept. */
export const playerProfile: Handler<'playerProfile'> = async ({ params }, { account, db }) => {
  const { server_id } = params;
  const personal = await may(db, account.id, 'server.view.personal', serverResource(server_id));
  return atOneMoment(db, async (trx) => {
    const { muster_id, ids } = await personHere(trx, server_id, params.muster_id);
    const newest = await ofPerson(trx, server_id, ids)
      .select(['id', 'left_at', ...PLAYER_IDENTIFIER])
      .orderBy('joined_at', 'desc')
      .executeTakeFirst();
    const oldest = await ofPerson(trx, server_id, ids)
      .select(['joined_at as at', 'joined_before as before'])
      .orderBy('joined_at')
      .executeTakeFirst();
    const here = newest?.left_at === null ? newest.id : null;
    return {
      muster_id,
      ids: ids.slice(0, IDS_SHOWN),
      here,
      names: await readNames(trx, server_id, ids),
      first_seen: oldest ?? null,
      last_seen: newest?.left_at ?? null,
      identity: newest !== undefined && personal ? identityOf(newest) : null,
    };
  });
};

function ofPerson(trx: Trx, serverId: string, ids: readonly string[]) {
  return trx
    .selectFrom('play_sessions')
    .where('server_id', '=', serverId)
    .where('muster_id', 'in', ids);
}

/** What they were called; who was erased has no name. */
async function readNames(trx: Trx, serverId: string, ids: readonly string[]) {
  const rows = await ofPerson(trx, serverId, ids)
    .where('name', '<>', '')
    .select(({ fn }) => [
      'name',
      fn.max('joined_at').as('joined'),
      fn.max('left_at').as('last'),
      fn.countAll().filterWhere('left_at', 'is', null).as('open'),
    ])
    .groupBy('name')
    .orderBy('joined', 'desc')
    .limit(NAMES_SHOWN)
    .execute();
  return rows.map(({ name, last, open }) => ({ name, last: Number(open) > 0 ? null : last }));
}

function identityOf(stay: Record<(typeof PLAYER_IDENTIFIER)[number], string | null>) {
  const { ip, guid, steam_id, bohemia_id } = stay;
  return { ip, guid, steam_id, bohemia_id };
}
