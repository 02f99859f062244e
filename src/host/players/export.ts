/** What the host keeps about a person, for them to read: by their id, out of one moment of the database. */
import { sql, type RawBuilder } from 'kysely';
import { subjectsOf } from '../../domain/personal/erased.ts';
import { restore, separator, type Separate } from '../../domain/personal/separate.ts';
import {
  KEPT,
  KEPT_RESOURCE,
  PAGED,
  PAGED_RESOURCE,
  type KeptName,
  type PagedName,
} from '../../protocol/resources/registry.ts';
import { PAGED_ROW, ROW } from '../../protocol/resources/schemas.ts';
import { HOST_RESOURCE } from '../access/grants.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { idsOf } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';
import { tableOf } from '../store/paged/rows.ts';
import { banKeysOf } from './erase-bans.ts';
import { steamOf } from './erase.ts';

/** So many rows are held in memory at once. */
const BATCH = 1_000;

type Data = Readonly<Record<string, unknown>>;

/** One thing that is kept: the table or resource in which it stands, and what that says. */
export interface ExportedThing {
  readonly of: string;
  readonly data: Data;
}

/**
 * Tells everything that is about the person of an id, whatever their other ids are; of rows that others wrote, only what
 * is about this person. Texts and files that merely mention them are not told: they are about others too. Audited.
 */
export async function exportPerson(
  context: ChangeContext,
  id: string,
  write: (thing: ExportedThing) => Promise<void>,
): Promise<void> {
  await change(context, async (made) => {
    const detail = { muster_id: id };
    made.audit({ resource: HOST_RESOURCE, action: 'player.export', detail });
  });
  await context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const ids = await idsOf(trx, id);
      for (const [of, query] of await plainQueries(trx, ids)) {
        await each(trx, query, (data) => write({ of, data }));
      }
      for (const resource of KEPT_RESOURCE) await tellKept(trx, resource, ids, write);
      for (const resource of PAGED_RESOURCE) await tellPaged(trx, resource, ids, write);
      await tellFound(trx, id, ids, write);
      await tellRemoved(trx, id, ids, write);
    });
}

/** Tables whose rows are about one person each. */
async function plainQueries(
  trx: Trx,
  ids: readonly string[],
): Promise<readonly (readonly [string, RawBuilder<Data>])[]> {
  const theirs = sql`muster_id = any(${ids}::bpchar[])`;
  const stays = sql`select id from play_sessions where ${theirs}`;
  const told = sql`subject = any(${ids}::text[]) or subject in (${stays})`;
  const account = sql<Data>`
    select id, username, display_name, email, email_verified_at, created_at, seen_at, plan, preferences
    from accounts where id = any(${ids}::bpchar[])
  `;
  const sessions = sql<Data>`
    select created_at, expires_at, address, user_agent from sessions
    where account_id = any(${ids}::bpchar[])
  `;
  const addresses = sql<Data>`
    select ban_id, addresses from ban_addresses
    where ban_id in (select id from paged_bans where key_person_id = any(${ids}::text[]))
  `;
  const feed = sql<Data>`select server_id, seq, at, folded as text from feed_texts where ${told}`;
  const steam = await steamOf(trx, ids);
  return [
    ['account', account],
    ['sessions', sessions],
    ...[
      'players',
      'player_identities',
      'player_names',
      'play_sessions',
      'statistic_stays',
      'statistic_totals',
      'statistic_weapons',
      'statistic_zones',
    ].map(
      (table) => [table, sql<Data>`select * from ${sql.table(table)} where ${theirs}`] as const,
    ),
    ['event_personal', sql<Data>`select stream, seq, data from event_personal where ${told}`],
    ['feed_texts', feed],
    ['ban_addresses', addresses],
    [
      'steam_accounts',
      sql<Data>`select * from steam_accounts where steam_id = any(${steam}::text[])`,
    ],
    [
      'steam_personas',
      sql<Data>`select * from steam_personas where steam_id = any(${steam}::text[])`,
    ],
    [
      'ban_reports',
      sql<Data>`select id, ban_id, reason, answer from ban_reports where reporter_id = any(${ids}::bpchar[])`,
    ],
  ];
}

async function tellKept(
  trx: Trx,
  resource: KeptName,
  ids: readonly string[],
  write: (thing: ExportedThing) => Promise<void>,
): Promise<void> {
  const named = subjectsOf(KEPT[resource].fields).map(
    (about) => sql<boolean>`data->>${sql.lit(about)} = any(${ids}::text[])`,
  );
  if (named.length === 0) return;
  const query = sql<Data>`
    select data from resource_rows where resource = ${resource} and (${sql.join(named, sql` or `)})
  `;
  const part = partOf(separator(ROW[resource]), new Set(ids));
  await each(trx, query, (row) => tellPart(resource, part(row['data'] as Data), write));
}

async function tellPaged(
  trx: Trx,
  resource: PagedName,
  ids: readonly string[],
  write: (thing: ExportedThing) => Promise<void>,
): Promise<void> {
  // Audits of a time when nobody knew yet who it was name the stay.
  const stays = sql`select id from play_sessions where muster_id = any(${ids}::bpchar[])`;
  const named = subjectsOf(PAGED[resource].fields).map((about) => {
    const field = sql`data->>${sql.lit(about)}`;
    return sql<boolean>`${field} = any(${ids}::text[]) or ${field} in (${stays})`;
  });
  if (named.length === 0) return;
  const { rows } = await sql<{ id: string }>`${stays}`.execute(trx);
  const theirs = new Set([...ids, ...rows.map((stay) => stay.id)]);
  const part = partOf(separator(PAGED_ROW[resource]), theirs);
  const query = sql<Data>`
    select data from ${tableOf(resource)} where ${sql.join(named, sql` or `)}
  `;
  await each(trx, query, (row) => tellPart(resource, part(row['data'] as Data), write));
}

/** Bans and entries that find them, though nobody has said whom they are about. */
async function tellFound(
  trx: Trx,
  id: string,
  ids: readonly string[],
  write: (thing: ExportedThing) => Promise<void>,
): Promise<void> {
  const keys = await banKeysOf(trx, ids);
  for (const [resource, found] of [
    ['bans', sql`select ban_id from ban_keys where key = any(${keys}::text[])`],
    ['bucketEntries', sql`select entry_id from bucket_keys where key = any(${keys}::text[])`],
  ] as const) {
    const part = partOf(separator(PAGED_ROW[resource]), new Set([id]));
    const query = sql<Data>`
      select data from ${tableOf(resource)} where id in (${found}) and data->>'person_id' is null
    `;
    await each(trx, query, (row) =>
      tellPart(resource, part({ ...(row['data'] as Data), person_id: id }), write),
    );
  }
}

/** Entries that were removed from a bucket, and can still be brought back. */
async function tellRemoved(
  trx: Trx,
  id: string,
  ids: readonly string[],
  write: (thing: ExportedThing) => Promise<void>,
): Promise<void> {
  const keys = await banKeysOf(trx, ids);
  const part = partOf(separator(PAGED_ROW.bucketEntries), new Set([id, ...ids]));
  const query = sql<Data>`
    select data from removed_bucket_entries
    where keys && ${keys}::text[] or data->>'person_id' = any(${ids}::text[])
  `;
  await each(trx, query, ({ data }) => {
    const row = data as Data;
    const theirs = { ...row, person_id: row['person_id'] ?? id };
    return tellPart('removed_bucket_entries', part(theirs), write);
  });
}

/** What of a row is about these ids, with the row's own; null where nothing is. */
function partOf(separate: Separate, ids: ReadonlySet<string>): (row: Data) => Data | null {
  return (row) => {
    const parts = separate(row).personal.filter(({ subject }) => ids.has(subject));
    if (parts.length === 0) return null;
    return restore(
      { id: row['id'] },
      parts.map(({ data }) => data),
    ) as Data;
  };
}

async function tellPart(
  of: string,
  data: Data | null,
  write: (thing: ExportedThing) => Promise<void>,
): Promise<void> {
  if (data !== null) await write({ of, data });
}

/** Reads what a query finds, some rows at a time. */
async function each(
  trx: Trx,
  query: RawBuilder<Data>,
  row: (data: Data) => Promise<void>,
): Promise<void> {
  await sql`declare found no scroll cursor for ${query}`.execute(trx);
  for (let count = BATCH; count === BATCH;) {
    const { rows } = await sql<Data>`fetch ${sql.lit(BATCH)} from found`.execute(trx);
    for (const data of rows) await row(data);
    count = rows.length;
  }
  await sql`close found`.execute(trx);
}
