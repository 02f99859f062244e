import { sql } from 'kysely';
import { PLAYER_IDENTIFIER } from '../../protocol/enumerations.ts';
import type { Handler } from '../calls/handler.ts';
import { grantedServers } from '../access/grants.ts';
import { identitiesOf } from './identities.ts';

const STEAM_ID = /^\d{17}$/;

/** `GET players/by-identifier`: over all servers of the account, since nobody follows every one's addresses. */
export const playersByIdentifier: Handler<'playersByIdentifier'> = async (
  { query },
  { account, db },
) => {
  const granted = await grantedServers(db, account.id);
  const servers = [...granted]
    .filter(([, permissions]) => permissions.includes('server.view.personal'))
    .map(([id]) => id);
  const beginning = query.beginning.toLowerCase();
  const guid = guidOf(beginning);
  const rows = await db
    .selectFrom('play_sessions')
    .select(['id', 'server_id', ...PLAYER_IDENTIFIER])
    .where('server_id', '=', sql<string>`any(${servers}::bpchar[])`)
    .where('left_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...PLAYER_IDENTIFIER.map(
          (id) => sql<boolean>`starts_with(lower(${sql.ref(id)}), ${beginning})`,
        ),
        ...(guid === null ? [] : [eb('guid', '=', guid)]),
      ]),
    )
    .orderBy('id')
    .limit(query.limit)
    .execute();
  return {
    players: rows.flatMap(({ id: player, server_id, ...about }) => {
      const id =
        PLAYER_IDENTIFIER.find((one) => about[one]?.toLowerCase().startsWith(beginning)) ?? 'guid';
      const value = about[id];
      return value === null ? [] : [{ server_id, player, id, value }];
    }),
  };
};

/** BattlEye tells no SteamID but its GUID, which follows from it. */
function guidOf(text: string): string | null {
  if (!STEAM_ID.test(text)) return null;
  const known = identitiesOf({ guid: null, steamId: text, bohemiaId: null });
  return known.find(({ kind }) => kind === 'battleye')?.value ?? null;
}
