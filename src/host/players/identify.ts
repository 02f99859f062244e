import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';

/** What a game knows a player by. */
export interface Identity {
  readonly kind: 'battleye' | 'steam' | 'bohemia';
  readonly value: string;
}

/** One player as seen now. */
export interface Sighting {
  readonly identity: Identity;
  readonly name: string;
}

/** How an identity is named in maps. */
export function identityKey({ kind, value }: Identity): string {
  return `${kind} ${value}`;
}

/**
 * The players behind what was seen, by the key of each identity; who is new is written down.
 * The same sightings give the same players, whoever asks and how often.
 */
export async function identify(
  db: Database,
  sightings: readonly Sighting[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (sightings.length === 0) return new Map();
  const unique = [...new Map(sightings.map((s) => [identityKey(s.identity), s])).values()];
  return db.transaction().execute(async (trx) => {
    const known = await readKnown();
    const fresh = unique
      .filter(({ identity }) => !known.has(identityKey(identity)))
      .toSorted((a, b) => (identityKey(a.identity) < identityKey(b.identity) ? -1 : 1));
    if (fresh.length > 0) {
      const ids = fresh.map(() => newId(now));
      await sql`
        with asked as (
          select * from unnest(
            ${ids}::text[], ${fresh.map(({ name }) => name)}::text[],
            ${fresh.map(({ identity }) => identity.kind)}::text[],
            ${fresh.map(({ identity }) => identity.value)}::text[]
          ) with ordinality as a(muster_id, name, kind, value, ord)
        ), people as (
          insert into players (muster_id, name, first_seen, last_seen)
          select muster_id, name, ${now}, ${now} from asked
        )
        insert into player_identities (kind, value, muster_id)
        select kind, value, muster_id from asked order by kind, value
        on conflict do nothing
      `.execute(trx);
      // Another host may have been first: its players stand, ours are taken back.
      await sql`
        delete from players p where muster_id = any(${ids}::text[])
          and not exists (select from player_identities i where i.muster_id = p.muster_id)
      `.execute(trx);
    }
    const all = fresh.length > 0 ? await readKnown() : known;
    await sql`
      update players p set name = s.name, last_seen = greatest(last_seen, ${now})
      from (select distinct on (muster_id) * from unnest(
        ${unique.map(({ identity }) => all.get(identityKey(identity)) ?? '')}::text[],
        ${unique.map(({ name }) => name)}::text[]
      ) as s(muster_id, name)) s where p.muster_id = s.muster_id
    `.execute(trx);
    return all;

    async function readKnown(): Promise<Map<string, string>> {
      const { rows } = await sql<{ kind: Identity['kind']; value: string; muster_id: string }>`
        select i.kind, i.value, i.muster_id from player_identities i
        join unnest(
          ${unique.map(({ identity }) => identity.kind)}::text[],
          ${unique.map(({ identity }) => identity.value)}::text[]
        ) as a(kind, value) using (kind, value)
      `.execute(trx);
      return new Map(rows.map((row) => [identityKey(row), row.muster_id]));
    }
  });
}
