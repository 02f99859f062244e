/**
 * Erases a person: what the host keeps about them, by their id. It goes in many small transactions, so that hosts
 * run on, and starts again where it was interrupted: who the person is goes last.
 */
import { sql } from 'kysely';
import { HOST_RESOURCE } from '../access/grants.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { countFiles, eraseFiles, type Sought } from '../files/erase.ts';
import type { Database, Trx } from '../store/database.ts';
import {
  eraseMentions,
  eraseNames,
  eraseStatistics,
  eraseSteam,
  eraseSubjects,
} from './erase-texts.ts';
import { loggedAs, mentionsOf } from './mentions.ts';
import { eraseEvidence } from './erase-evidence.ts';
import { eraseBanAddresses } from './erase-ban-addresses.ts';
import { eraseGone } from './erase-gone-bans.ts';
import { banKeysOf, eraseBans, eraseProfiles, eraseReports } from './erase-bans.ts';
import { eraseEntries, eraseIssuers } from './erase-entries.ts';
import { eraseRowMentions, eraseRows, eraseStayRows, MENTIONING_ROWS } from './erase-rows.ts';
import { eraseTold } from './erase-told.ts';
import { holdPersons, idsOf, personOf as personOfId } from '../identity/persons.ts';
import { forgetJoins, lockPersons } from './joins.ts';
import { NOBODY } from './play-session.ts';

/** So many stays are erased at once. */
const STAYS = 200;
/** So many names, addresses and identifiers of a person are looked for in texts that are about nobody. */
const TERMS_MAX = 1_000;

/** So many names of a person are told. */
const NAMES_MAX = 5;

/** What is erased, one after the other. */
export const ERASED = ['mentions', 'stays', 'texts', 'statistics', 'rows', 'files'] as const;
export type Erased = (typeof ERASED)[number];

/** Somebody who can be erased. */
export interface Person {
  readonly id: string;
  /** What the player is called; null where it is no player. */
  readonly names: readonly string[] | null;
  /** The username of the account; null where it is none. */
  readonly account: string | null;
}

/** Whom an id means: of a player or an account, of a stay, or what a game knows a player by. */
export async function personOf(db: Database, typed: string): Promise<Person | null> {
  const { rows } = await sql<{ id: string }>`
    select muster_id as id from play_sessions where id = ${typed} and muster_id is not null
    union all select muster_id from player_identities where value in (${typed}, ${typed.toLowerCase()})
    limit 1
  `.execute(db);
  const id = await personOfId(db, rows[0]?.id ?? typed);
  const ids = await idsOf(db, id);
  const { rows: seen } = await sql<{ name: string }>`
    select name from players where muster_id = any(${ids}::bpchar[])
    union select name from play_sessions where muster_id = any(${ids}::bpchar[])
    limit ${NAMES_MAX}
  `.execute(db);
  const account = await db
    .selectFrom('accounts')
    .select('username')
    .where('id', 'in', ids)
    .executeTakeFirst();
  if (seen.length === 0 && account === undefined) return null;
  const names = seen.map(({ name }) => name).filter((name) => name !== '');
  return { id, names: seen.length === 0 ? null : names, account: account?.username ?? null };
}

/** What they were called; what they were known by, and where from. */
interface Terms {
  readonly names: readonly string[];
  readonly identifiers: readonly string[];
}

/** Erases the person of an id. `removed` hears what went, and how much of it, as it goes. */
export async function erasePerson(
  context: ChangeContext,
  id: string,
  removed: (what: Erased, count: number) => void,
): Promise<void> {
  const { db } = context;
  const known = await idsOf(db, id);
  const found = await termsOf(db, known);
  const terms = [...new Set([...found.names, ...found.identifiers])];
  const steam = await steamOf(db, known);
  const keys = await banKeysOf(db, known);
  const mentions = { terms: mentionsOf(terms), identifiers: mentionsOf(found.identifiers) };
  // First: that files are removed is told and audited, with what they were called.
  const sought = await soughtOf(db, known, found);
  await eraseFiles(context, sought, (n) => removed('files', n));
  await eraseEvidence(context, sought.tells, (n) => removed('files', n));
  await eraseMentions(db, terms, (n) => removed('mentions', n));
  if (terms.length > 0) {
    await eraseRowMentions(context, mentions, (n) => removed('mentions', n));
    await eraseTold(db, known, MENTIONING_ROWS, mentions, (n) => removed('mentions', n));
  }
  await eraseSteam(db, steam);
  const ids = await begin(context, id);
  await eraseStays(context, ids, removed);
  // Steam may have been asked of a stay that lasted.
  await eraseSteam(db, steam);
  await eraseSubjects(db, ids, (count) => removed('texts', count));
  await eraseStatistics(db, ids, (count) => removed('statistics', count));
  await eraseBans(context, id, ids, keys);
  await eraseBanAddresses(context, keys);
  await eraseGone(db, context.secrets, keys);
  await eraseReports(db, ids, mentions.identifiers);
  await eraseProfiles(context, mentions.identifiers);
  await eraseEntries(context, id, ids, keys);
  // What was told of those before anybody knew whose they were is theirs now.
  await eraseSubjects(db, ids, (count) => removed('texts', count));
  await eraseRows(context, ids, (count) => removed('rows', count));
  // What was removed since then, before its row was emptied.
  await eraseIssuers(db, ids);
  await db.transaction().execute(async (trx) => {
    await lockPersons(trx);
    // Whoever kept names of what was read before has the lock no more.
    await eraseNames(trx, ids);
    await trx.deleteFrom('players').where('muster_id', 'in', ids).execute();
    await forgetJoins(trx, ids, context.now);
  });
}

/** How many uploaded files would go with a person. */
export async function filesOfPerson(db: Database, id: string): Promise<number> {
  const ids = await idsOf(db, id);
  return countFiles(db, await soughtOf(db, ids, await termsOf(db, ids)));
}

/** By what they are looked for in uploaded files, and on which servers: another's may have players of the same name. */
async function soughtOf(
  db: Database,
  ids: readonly string[],
  { names, identifiers }: Terms,
): Promise<Sought> {
  const { rows } = await sql<{ id: string }>`
    select server_id as id from play_sessions where muster_id = any(${ids}::bpchar[])
    union select server_id from player_names where muster_id = any(${ids}::bpchar[])
    union select server_id from statistic_stays where muster_id = any(${ids}::bpchar[])
    union select server_id from statistic_totals where muster_id = any(${ids}::bpchar[])
    union select server_id from feed_texts where subject = any(${ids}::text[])
    union select server_id from resource_rows
      where resource = 'notes' and data->>'player_id' = any(${ids}::text[])
  `.execute(db);
  return { servers: rows.map((server) => server.id), tells: loggedAs(names, identifiers) };
}

async function termsOf(db: Database, ids: readonly string[]): Promise<Terms> {
  const { rows } = await sql<{ term: string; is_name: boolean }>`
    select name as term, true as is_name from players where muster_id = any(${ids}::text[])
    union select name, true from play_sessions where muster_id = any(${ids}::text[])
    union select value, false from player_identities where muster_id = any(${ids}::text[])
    union select term, false from play_sessions,
      unnest(array[guid::text, steam_id, bohemia_id, ip]) as term
    where muster_id = any(${ids}::text[]) and term is not null
    limit ${TERMS_MAX}
  `.execute(db);
  const terms = (named: boolean) =>
    rows.filter(({ is_name }) => is_name === named).map(({ term }) => term);
  return { names: terms(true), identifiers: terms(false) };
}

/** All accounts of Steam that were theirs, however many: what Steam said of each goes. */
export async function steamOf(
  db: Database | Trx,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select value as id from player_identities
    where kind = 'steam' and muster_id = any(${ids}::bpchar[])
    union select steam_id from play_sessions
    where steam_id is not null and muster_id = any(${ids}::bpchar[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * From here on nobody is them: no game's identifier means this player, so that none can become it, and hosts forget
 * whom they remember. Answers all their ids.
 */
function begin(context: ChangeContext, id: string): Promise<readonly string[]> {
  return change(context, async (made) => {
    await holdPersons(made.trx);
    const ids = await idsOf(made.trx, id);
    await sql`
      select from players where muster_id = any(${ids}::text[]) order by muster_id for update
    `.execute(made.trx);
    await eraseNames(made.trx, ids);
    await made.trx.deleteFrom('player_identities').where('muster_id', 'in', ids).execute();
    await made.trx.updateTable('players').set({ name: '' }).where('muster_id', 'in', ids).execute();
    for (const one of ids) made.notify({ kind: 'player-erased', id: one });
    made.audit({ resource: HOST_RESOURCE, action: 'player.erase', detail: { muster_id: id } });
    return ids;
  });
}

/** Stays go with what was told of each before it was known who it was. One that lasts is nobody's from now on. */
async function eraseStays(
  context: ChangeContext,
  ids: readonly string[],
  removed: (what: Erased, count: number) => void,
): Promise<void> {
  const { db } = context;
  for (;;) {
    const stays = await db
      .selectFrom('play_sessions')
      .select('id')
      .where('muster_id', 'in', ids)
      .orderBy('joined_at')
      .limit(STAYS)
      .execute();
    if (stays.length === 0) return;
    const sessions = stays.map(({ id }) => id);
    await eraseSubjects(db, sessions, (count) => removed('texts', count));
    await eraseStayRows(context, sessions, (count) => removed('rows', count));
    await sql`
      delete from play_sessions where id = any(${sessions}::text[]) and left_at is not null
    `.execute(db);
    const open = await db
      .selectFrom('play_sessions')
      .select('id')
      .where('id', 'in', sessions)
      .execute();
    // One by one: whoever writes ticks locks several, in an order of their own.
    for (const { id } of open) {
      await db.updateTable('play_sessions').set(NOBODY).where('id', '=', id).execute();
    }
    removed('stays', sessions.length);
  }
}
