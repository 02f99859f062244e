/** What games know people by, as far as an account may find or see it: on servers of which it reads personal data. */
import { sql } from 'kysely';
import type { Identity } from '../../domain/bans/keys.ts';
import { personsOf } from '../identity/persons.ts';
import {
  openServers,
  readsPersonal,
  serversWhere,
  type SeenPerson,
} from '../players/seen-person.ts';
import { identitiesOf } from '../players/identities.ts';
import type { Trx } from '../store/database.ts';

/** Who was seen with each of these, by the rule of the search; null: nobody whom the account may find by it. */
export async function personsFound(
  trx: Trx,
  accountId: string,
  identities: readonly Identity[],
): Promise<(identity: Identity) => string | null> {
  const servers = serversWhere(await openServers(trx, accountId), readsPersonal);
  if (servers.length === 0) return () => null;
  const { rows } = await sql<Identity & { id: string }>`
    select a.kind, a.value, i.muster_id as id
    from unnest(
      ${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[],
      ${identities.map(guidOf)}::text[]
    ) as a (kind, value, guid)
    join player_identities i on i.kind = a.kind and i.value = a.value
    where exists (
      select from play_sessions s
      where s.muster_id = i.muster_id and s.server_id = any(${servers}::bpchar[])
        and case a.kind
          when 'steam' then s.steam_id = a.value or s.guid = a.guid
          when 'battleye' then s.guid = a.value or s.steam_id is not null
          else s.bohemia_id = a.value
        end
    )
  `.execute(trx);
  const person = await personsOf(
    trx,
    rows.map(({ id }) => id),
  );
  const known = new Map(rows.map(({ kind, value, id }) => [`${kind} ${value}`, person(id)]));
  return ({ kind, value }) => known.get(`${kind} ${value}`) ?? null;
}

/** The GUID that follows from a SteamID. */
function guidOf({ kind, value }: Identity): string | null {
  if (kind !== 'steam') return null;
  const known = identitiesOf({ guid: null, steamId: value, bohemiaId: null });
  return known.find((one) => one.kind === 'battleye')?.value ?? null;
}

/** What games know somebody by, the newest first. */
export async function identitiesSeen(
  trx: Trx,
  { ids, servers }: SeenPerson,
): Promise<readonly Identity[]> {
  const { rows } = await sql<{
    guid: string | null;
    steamId: string | null;
    bohemiaId: string | null;
  }>`
    select guid, steam_id as "steamId", bohemia_id as "bohemiaId" from play_sessions
    where muster_id = any(${ids}::bpchar[])
      and server_id = any(${serversWhere(servers, readsPersonal)}::bpchar[])
    group by guid, steam_id, bohemia_id order by max(joined_at) desc
  `.execute(trx);
  return rows.flatMap(identitiesOf);
}
