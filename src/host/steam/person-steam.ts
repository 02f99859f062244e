import { sql } from 'kysely';
import { STEAM_ACCOUNTS_SHOWN, type SteamState } from '../../protocol/steam/calls.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { readsPersonal, seenPerson, serversWhere } from '../players/seen-person.ts';
import { atOneMoment, type Database, type Trx } from '../store/database.ts';
import { steamOf } from './look-up.ts';

type Account = Answer<'personSteam'>['accounts'][number];

/** `GET steam`. */
export const steamState: Handler<'steamState'> = async (_, { db, settings }) => {
  return { on: steamOf(settings) !== null, trouble: await troubleOf(db) };
};

/** Why Steam does not answer; null: it does. */
async function troubleOf(db: Database | Trx): Promise<Answer<'steamState'>['trouble']> {
  const { kind, since } = await db
    .selectFrom('steam_trouble')
    .select(['kind', 'since'])
    .executeTakeFirstOrThrow();
  return kind === null || since === null ? null : { kind, since };
}

/** `GET persons/:muster_id/steam`: what is kept of it; nobody is asked. */
export const personSteam: Handler<'personSteam'> = async ({ params }, { account, db, settings }) =>
  atOneMoment(db, async (trx) => {
    const { ids, servers } = await seenPerson(trx, account.id, params.muster_id);
    const open = serversWhere(servers, readsPersonal);
    if (open.length === 0) {
      throw new HostError('permission-denied', 'Nobody lets you see addresses and identifiers.', {
        needs: ['server.view.personal'],
      });
    }
    return {
      on: steamOf(settings) !== null,
      trouble: await troubleOf(trx),
      accounts: await accountsOf(trx, ids, open),
    };
  });

/** Of the SteamIDs that they had on these servers, the last first. */
async function accountsOf(
  trx: Trx,
  ids: readonly string[],
  servers: readonly string[],
): Promise<Account[]> {
  type Row = Omit<NonNullable<Account['told']>, 'state' | 'at'> & {
    readonly steam_id: string;
    readonly state: SteamState | 'asked' | null;
    readonly at: number | null;
  };
  const { rows } = await sql<Row>`
    with had as (
      select steam_id, max(joined_at) as last from play_sessions
      where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
        and steam_id is not null
      group by steam_id order by last desc, steam_id limit ${STEAM_ACCOUNTS_SHOWN}
    )
    select steam_id, a.state, a.fetched_at as at, a.persona, a.created_at, a.vac_bans, a.game_bans,
      a.community_banned, a.days_since_ban
    from had left join steam_accounts a using (steam_id) order by last desc, steam_id
  `.execute(trx);
  return rows.map(({ steam_id, state, at, ...told }) => ({
    steam_id,
    told: state === null || state === 'asked' || at === null ? null : { state, at, ...told },
  }));
}
