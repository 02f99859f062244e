/** Who is found by an id, an identifier of a game, an address, or the name of an account. */
import { sql, type RawBuilder } from 'kysely';
import type { Sought } from '../../domain/persons/sought.ts';
import type { PlayerIdentifier } from '../../protocol/enumerations.ts';
import { EXACT_MAX } from '../../protocol/persons/search-calls.ts';
import { personsOf } from '../identity/persons.ts';
import { identitiesOf } from '../players/identities.ts';
import type { Trx } from '../store/database.ts';
import type { Found } from './described.ts';
import {
  findPerson,
  readsPersonal,
  serversWhere,
  type SeenPerson,
} from '../players/seen-person.ts';

export async function findById(trx: Trx, accountId: string, id: string): Promise<readonly Found[]> {
  const person = await findPerson(trx, accountId, id);
  return person === null ? [] : [{ person: person.muster_id, by: 'muster_id', value: id }];
}

/** An account by its whole display name; a private one finds itself alone. */
export async function findAccount(trx: Trx, self: string, name: string): Promise<readonly Found[]> {
  const { rows } = await sql<{ id: string; display_name: string }>`
    select id, display_name from accounts where lower(display_name) = ${name} and (not private or id = ${self})
    order by id limit ${EXACT_MAX}
  `.execute(trx);
  const who = await personsOf(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, display_name }) => ({
    person: who(id),
    by: 'account',
    value: display_name,
  }));
}

/** Who was seen with an identifier, where the account may see these. */
export async function findByIdentifiers(
  trx: Trx,
  open: SeenPerson['servers'],
  identifiers: Sought['identifiers'],
): Promise<readonly Found[]> {
  const servers = serversWhere(open, readsPersonal);
  if (servers.length === 0) return [];
  const found: Found[] = [];
  for (const { kind, value } of identifiers) {
    const { rows } = await sql<{ muster_id: string; value: string }>`
      select muster_id, ${kind === 'ip' ? sql`max(ip)` : sql`${value}::text`} as value from (
        ${staysWith(kind, value)}
      ) as p
      where server_id = any(${servers}::bpchar[]) and muster_id is not null
      group by muster_id order by max(joined_at) desc, muster_id limit ${EXACT_MAX}
    `.execute(trx);
    const who = await personsOf(
      trx,
      rows.map(({ muster_id }) => muster_id),
    );
    found.push(...rows.map((row) => ({ person: who(row.muster_id), by: kind, value: row.value })));
  }
  return found;
}

/** Stays that show this. BattlEye tells no SteamID but its GUID, which follows from it. */
function staysWith(kind: PlayerIdentifier, value: string): RawBuilder<unknown> {
  const columns = sql`select muster_id, server_id, joined_at, ip from play_sessions`;
  switch (kind) {
    case 'ip':
      return sql`${columns} where ip = ${value} or ip like ${`${wholeParts(value)}%`}`;
    case 'steam_id': {
      const known = identitiesOf({ guid: null, steamId: value, bohemiaId: null });
      return sql`
        ${columns} where muster_id in (${playersOf(known)}) and (
          steam_id = ${value}
          or guid = ${known.find((one) => one.kind === 'battleye')?.value ?? null}
        )
      `;
    }
    case 'guid':
      return sql`
        ${columns} where muster_id in (${playersOf([{ kind: 'battleye', value }])})
          and (guid = ${value} or steam_id is not null)
      `;
    case 'bohemia_id':
      return sql`
        ${columns} where muster_id in (${playersOf([{ kind: 'bohemia', value }])})
          and bohemia_id = ${value}
      `;
  }
}

/** What an address begins with that has these parts: `91.2` is no beginning of `91.20.0.1`. */
function wholeParts(value: string): string {
  const mark = value.includes(':') ? ':' : '.';
  return value.endsWith(mark) ? value : value + mark;
}

function playersOf(identities: readonly { kind: string; value: string }[]): RawBuilder<unknown> {
  return sql`
    select i.muster_id from player_identities i join unnest(
      ${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[]
    ) as a(kind, value) using (kind, value)
  `;
}
