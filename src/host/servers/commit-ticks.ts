/**
 * Writes what the connectors of one host brought: server rows, play sessions and events in one transaction
 * of three statements. A server's ticks are numbered, so that one whose commit is in doubt
 * can be written again without being told twice.
 */
import { sql } from 'kysely';
import { PERSONS_LOCK, personsOf } from '../identity/persons.ts';
import type { Fact } from '../realtime/contract.ts';
import { appendFacts } from '../realtime/log.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Tick } from './live-server.ts';

/** A tick of one server with its number: one more than the server's last. */
export interface NumberedTick extends Tick {
  readonly number: number;
  /** The lease under which it came. */
  readonly epoch: number;
}

export interface CommitResult {
  /** Servers whose tick is written. */
  readonly written: readonly string[];
  /** Servers that this host does not run any more: deleted, or taken over. */
  readonly lost: readonly string[];
}

/** Writes ticks, each of another server. Throws where the database does; then nothing is known. */
export async function commitTicks(
  db: Database,
  hostId: string,
  ticks: readonly NumberedTick[],
): Promise<CommitResult> {
  return db.transaction().execute(async (trx) => {
    const held = await holdRows(trx, hostId, ticks);
    const due = ticks.filter((tick) => held.get(tick.row.id) === tick.number - 1);
    await writeRows(trx, due);
    await writeSessions(trx, due);
    const facts = due.flatMap((tick) => tick.events);
    await appendFacts(trx, await showingPersons(trx, facts));
    return {
      written: ticks.filter((tick) => held.has(tick.row.id)).map((tick) => tick.row.id),
      lost: ticks.filter((tick) => !held.has(tick.row.id)).map((tick) => tick.row.id),
    };
  });
}

/**
 * Locks the rows that this host still runs under the same lease; answers the last tick of each. Players do
 * not become other persons until the transaction ends.
 */
async function holdRows(
  trx: Trx,
  hostId: string,
  ticks: readonly NumberedTick[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; tick: number }>`
    select s.id, s.tick, pg_advisory_xact_lock_shared(${PERSONS_LOCK}) from servers s
    join unnest(
      ${ticks.map((tick) => tick.row.id)}::text[], ${ticks.map((tick) => tick.epoch)}::bigint[]
    ) as t(id, epoch) on s.id = t.id and s.lease_epoch = t.epoch
    where s.lease_host = ${hostId}
    order by s.id for update of s
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row.tick]));
}

/**
 * Who is on a server is shown as the person they are now, and told again when that changes. What happened there, and
 * what is kept, has the id that it was told under.
 */
async function showingPersons(trx: Trx, facts: readonly Fact[]): Promise<readonly Fact[]> {
  const who = await personsOf(
    trx,
    facts.map((fact) => (fact.event === 'gsm:player:create' ? fact.data.player.muster_id : null)),
  );
  return facts.map((fact) => {
    if (fact.event !== 'gsm:player:create') return fact;
    const { server, player } = fact.data;
    const { muster_id: id } = player;
    if (id === null || who(id) === id) return fact;
    const shown = { ...player, muster_id: who(id) };
    return { ...fact, data: { server, player: shown }, kept: fact.data };
  });
}

async function writeRows(trx: Trx, ticks: readonly NumberedTick[]): Promise<void> {
  const json = (of: (tick: NumberedTick) => unknown) =>
    ticks.map((tick) => JSON.stringify(of(tick)));
  await sql`
    update servers s set
      tick = t.tick, state = t.state::json, population = t.population::json,
      environment = t.environment::json, deployment = t.deployment::json,
      unheard_since = t.unheard_since
    from unnest(
      ${ticks.map((tick) => tick.row.id)}::text[], ${ticks.map((tick) => tick.number)}::bigint[],
      ${json((tick) => tick.row.state)}::text[], ${json((tick) => tick.row.population)}::text[],
      ${json((tick) => tick.row.environment)}::text[],
      ${json((tick) => tick.row.deployment)}::text[],
      ${ticks.map((tick) => tick.unheardSince)}::bigint[]
    ) as t(id, tick, state, population, environment, deployment, unheard_since)
    where s.id = t.id
  `.execute(trx);
}

async function writeSessions(trx: Trx, ticks: readonly NumberedTick[]): Promise<void> {
  const sessions = ticks.flatMap((tick) => tick.sessions);
  if (sessions.length === 0) return;
  await sql`
    insert into play_sessions as p
    select * from json_populate_recordset(null::play_sessions, ${JSON.stringify(sessions)}::json)
    on conflict (id) do update set
      muster_id = excluded.muster_id, name = excluded.name, verified = excluded.verified,
      lobby = excluded.lobby, guid = excluded.guid, steam_id = excluded.steam_id,
      bohemia_id = excluded.bohemia_id, position = excluded.position,
      ip = excluded.ip, port = excluded.port, left_at = excluded.left_at
  `.execute(trx);
}
