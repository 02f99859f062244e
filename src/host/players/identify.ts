/** The players behind what was seen, in the database. */
import { sql } from 'kysely';
import { syncQueuesAbout } from '../queue-sync/due.ts';
import type { Database, Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { identityKey, type Identity } from './identities.ts';
import { joinPlayers, type JoinedPlayer, type KnownPlayer, type Sighting } from './join-players.ts';
import { joinAll, lockPersons } from './joins.ts';

/** One at a time, over all hosts, gives players identities. */
const IDENTITY_LOCK = 3_202_610;

/**
 * The players behind what was seen, by the key of each identity; who is new is written down, and players
 * who turn out to be one person are joined. The same sightings give the same persons, whoever asks, in whatever
 * order and how often.
 */
export async function identify(
  db: Database,
  everybody: readonly Sighting[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  // Whom no game named is nobody.
  const sightings = everybody.filter(({ identities }) => identities.length > 0);
  if (sightings.length === 0) return new Map();
  return db.transaction().execute(async (trx) => {
    const identities = sightings.flatMap((sighting) => sighting.identities);
    let seen = joinPlayers(sightings, await readKnown(trx, identities));
    if (!seen.every(isSettled)) {
      await sql`select pg_advisory_xact_lock(${IDENTITY_LOCK})`.execute(trx);
      seen = joinPlayers(sightings, await readKnown(trx, identities));
    }
    if (seen.some(isSeveral)) {
      // Before the rows of players, as erasing does, so that neither waits for the other.
      await lockPersons(trx);
      seen = joinPlayers(sightings, await readKnown(trx, identities));
    }
    await lockPlayers(
      trx,
      seen.flatMap(({ known }) => known.map(({ musterId }) => musterId)),
    );
    const players = seen.map((player) => ({
      ...player,
      musterId: player.known[0]?.musterId ?? newId(now),
    }));
    await writeNew(
      trx,
      players.filter(({ known }) => known.length === 0),
      now,
    );
    await writeIdentities(trx, players);
    await syncQueuesAbout(
      trx,
      players.filter(hasNewSteam).map((one) => one.musterId),
      now,
    );
    await joinAll(
      trx,
      players.flatMap(({ musterId: one, known }) =>
        onePerPerson(known)
          .slice(1)
          .map(({ musterId: other }) => ({ one, other, kind: 'game' }) as const),
      ),
      now,
    );
    await writeSeen(trx, players, now);
    return new Map(
      players.flatMap(({ identities: all, musterId, of }) =>
        all.map(identityKey).map((key) => [key, of.get(key) ?? musterId] as const),
      ),
    );
  });
}

type Written = JoinedPlayer & { readonly musterId: string };

/** A SteamID may be known of them that was not. */
function hasNewSteam({ unknown, identities }: JoinedPlayer): boolean {
  return unknown > 0 && identities.some(({ kind }) => kind === 'steam');
}

/** Nothing has to be written of who this is. */
function isSettled({ known, unknown }: JoinedPlayer): boolean {
  return onePerPerson(known).length === 1 && unknown === 0;
}

function isSeveral({ known }: JoinedPlayer): boolean {
  return onePerPerson(known).length > 1;
}

/** The first player of each person: one reason is enough to join two persons, so that undoing it parts them. */
function onePerPerson(known: readonly KnownPlayer[]): readonly KnownPlayer[] {
  return known.filter(
    ({ person }, at) => at === known.findIndex((player) => player.person === person),
  );
}

async function readKnown(
  trx: Trx,
  identities: readonly Identity[],
): Promise<ReadonlyMap<string, KnownPlayer>> {
  const { rows } = await sql<Identity & KnownPlayer>`
    select i.kind, i.value, i.muster_id as "musterId", p.first_seen as "firstSeen",
      coalesce(s.person, i.muster_id) as person
    from player_identities i
    join players p using (muster_id)
    left join persons s on s.id = i.muster_id
    join unnest(
      ${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[]
    ) as a(kind, value) on a.kind = i.kind and a.value = i.value
  `.execute(trx);
  return new Map(rows.map((row) => [identityKey(row), row]));
}

/** In one order for everybody, so that nobody waits in a circle. */
async function lockPlayers(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    select from players where muster_id = any(${ids}::text[]) order by muster_id for update
  `.execute(trx);
}

async function writeNew(trx: Trx, players: readonly Written[], now: number): Promise<void> {
  if (players.length === 0) return;
  // Arrays, since a statement takes 65,535 parameters and a fleet comes with more players.
  await sql`
    insert into players (muster_id, name, first_seen, last_seen)
    select muster_id, name, ${now}, ${now} from unnest(
      ${players.map(({ musterId }) => musterId)}::text[], ${players.map(({ name }) => name)}::text[]
    ) as n(muster_id, name)
  `.execute(trx);
}

async function writeIdentities(trx: Trx, players: readonly Written[]): Promise<void> {
  const rows = players
    .filter(({ unknown }) => unknown > 0)
    .flatMap(({ identities, musterId }) =>
      identities.map(({ kind, value }) => ({ kind, value, muster_id: musterId })),
    );
  if (rows.length === 0) return;
  await sql`
    insert into player_identities (kind, value, muster_id)
    select * from unnest(
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ value }) => value)}::text[],
      ${rows.map((row) => row.muster_id)}::text[]
    )
    on conflict do nothing
  `.execute(trx);
}

async function writeSeen(trx: Trx, players: readonly Written[], now: number): Promise<void> {
  await sql`
    update players p set name = s.name, last_seen = greatest(last_seen, ${now})
    from unnest(
      ${players.map(({ musterId }) => musterId)}::text[], ${players.map(({ name }) => name)}::text[]
    ) as s(muster_id, name)
    where p.muster_id = s.muster_id
  `.execute(trx);
}
