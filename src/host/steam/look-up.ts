/** Asks Steam of whoever is on a server: nobody who looks at a profile makes a request. */
import { sql } from 'kysely';
import type { SteamTrouble } from '../../protocol/steam/calls.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notify } from '../realtime/log.ts';
import type { Reactor } from '../reactors/reactor.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import { askSteam, STEAM_ASKED_MAX, type SteamAccount, type SteamApi } from './api.ts';

/** The job that asks. */
export const LOOK_UP_STEAM = 'look-up-steam';

/** What Steam said is asked for again after so long, of whoever is on then. Milliseconds. */
const LASTS = 24 * 3_600_000;
/** An account that was asked for, and of which no answer was written, is asked for again. */
const ASKED_AGAIN = 60_000;
/** So many requests one job makes; what is left is the next one's. */
const REQUESTS_MAX = 5;
/** Who comes within this time is asked for together. */
const GATHER = 2_000;
/** How long Steam is left alone after a request in vain: doubling, at most an hour. */
const FIRST_RETRY = 30_000;
const LAST_RETRY = 3_600_000;

export interface SteamDeps {
  readonly db: Database;
  readonly clock: () => number;
}

/** Where and with which key Steam is asked; null: it is not. */
export function steamOf({
  steamKey,
  steamApi,
}: Pick<Settings, 'steamKey' | 'steamApi'>): SteamApi | null {
  return steamKey === undefined ? null : { base: steamApi, key: steamKey };
}

/** Asks for whoever comes to a server. */
export function steamReactor(clock: () => number): Reactor<'look'> {
  return {
    name: 'steam',
    streams: ['list'],
    events: ['gsm:player:create'],
    personal: false,
    decide: ({ kind }) => (kind === 'event' ? ['look'] : []),
    apply: async (trx, effects) => {
      if (effects.length === 0) return;
      const runAt = Math.ceil(clock() / GATHER) * GATHER;
      await enqueue(trx, { kind: LOOK_UP_STEAM, key: String(runAt), payload: {}, runAt });
    },
  };
}

/** Asks Steam of those who are on now and of whom it was not asked, or long ago. May run beside itself. */
export async function lookUpSteam({ db, clock }: SteamDeps, api: SteamApi): Promise<void> {
  for (let request = 0; request < REQUESTS_MAX; request += 1) {
    const ids = await takeDue(db, clock());
    if (ids.length === 0) return;
    const answer = await askSteam(api, ids);
    if (!answer.ok) {
      await keepTrouble(db, answer.trouble, clock());
      return;
    }
    await keepAnswer(db, answer.accounts, clock());
    if (ids.length < STEAM_ASKED_MAX) return;
  }
}

/**
 * Those who are asked of now; another host takes others. None while Steam is left alone. Of whose profile was private before they
 * came to a server that keeps those out it is asked again: they may have made it public to be let in.
 */
function takeDue(db: Database, now: number): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    const trouble = await trx
      .selectFrom('steam_trouble')
      .select('retry_at')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (trouble.retry_at > now) return [];
    const { rows } = await sql<{ steam_id: string }>`
      insert into steam_accounts as a (steam_id, due_at)
      select distinct p.steam_id, ${now + ASKED_AGAIN}::bigint
      from play_sessions p left join steam_accounts k on k.steam_id = p.steam_id
      where p.left_at is null and p.steam_id is not null and (
        k.due_at is null or k.due_at <= ${now} or (
          k.state = 'private' and k.fetched_at < p.joined_at and k.due_at > ${now + ASKED_AGAIN}
          and exists (
            select from server_modules m where m.server_id = p.server_id
              and (m.data->'steam'->>'kick_private')::boolean
          )
        )
      )
      order by 1 limit ${STEAM_ASKED_MAX}
      on conflict (steam_id) do update set due_at = excluded.due_at
      returning a.steam_id
    `.execute(trx);
    return rows.map(({ steam_id }) => steam_id);
  });
}

/** Whoever was erased in the meantime has no row any more, and gets none. */
async function keepAnswer(
  db: Database,
  accounts: readonly SteamAccount[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      update steam_accounts a set
        state = t.state, persona = t.persona, created_at = t.created_at, vac_bans = t.vac_bans,
        game_bans = t.game_bans, community_banned = t.community_banned,
        days_since_ban = t.days_since_ban, fetched_at = ${now}, due_at = ${now + LASTS}
      from json_populate_recordset(null::steam_accounts, ${JSON.stringify(accounts)}::json) t
      where a.steam_id = t.steam_id
    `.execute(trx);
    await sql`
      insert into steam_personas as p (steam_id, persona, uses, first_at, last_at)
      select steam_id, persona, 1, ${now}::bigint, ${now}::bigint from steam_accounts
      where steam_id = any(${accounts.map(({ steam_id }) => steam_id)}::text[]) and persona <> ''
      on conflict (steam_id, persona) do update
        set uses = p.uses + 1, last_at = greatest(p.last_at, excluded.last_at)
    `.execute(trx);
    await trx
      .updateTable('steam_trouble')
      .set({ kind: null, since: null, tries: 0, retry_at: 0 })
      .execute();
    await notify(trx, { kind: 'steam-told', ids: accounts.map(({ steam_id }) => steam_id) });
  });
}

async function keepTrouble(db: Database, kind: SteamTrouble, now: number): Promise<void> {
  await sql`
    update steam_trouble set
      since = case when kind = ${kind} then since else ${now} end, kind = ${kind}, tries = tries + 1,
      retry_at = ${now} + least(${LAST_RETRY}, ${FIRST_RETRY} * power(2, least(tries, 10)))::bigint
  `.execute(db);
}

/** Forgets whoever was not on for as long as stays are kept, and what accounts were called before that. */
export async function pruneSteam(db: Database, before: number): Promise<void> {
  await sql`
    delete from steam_accounts a where due_at < ${before}
      and not exists (
        select from play_sessions p
        where p.steam_id = a.steam_id and p.left_at is null
      )
  `.execute(db);
  await db.deleteFrom('steam_personas').where('last_at', '<', before).execute();
}
