import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { fieldOf } from '../../domain/resources/keys.ts';
import type { Filter, PagedResource } from '../../protocol/resources/paged.ts';
import {
  KEPT,
  KEPT_RESOURCE,
  PAGED,
  PAGED_RESOURCE,
  type PagedName,
  type PagedRow,
} from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { putOf } from '../change/kept-rows.ts';
import { holdMerges, movedPlayer, resolvePlayer } from '../players/merge.ts';
import { columnOf, replacePagedRow, tableOf } from '../store/paged/rows.ts';
import { readRow, type KeptRow, type RowPlace } from './rows.ts';

export type MoveDeps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock' | 'log'>;

type Moved = z.infer<typeof movedPlayer>;

/** Every field that names a player. */
const PLAYER_FIELDS = KEPT_RESOURCE.flatMap((resource) =>
  Object.entries(KEPT[resource].fields)
    .filter(([, { names }]) => names === 'player')
    .map(([field]) => ({ resource, field })),
);

/** Every filter of rows of pages by a player whom they name. */
const PLAYER_FILTERS = PAGED_RESOURCE.flatMap((resource) => {
  const { fields, filters }: Pick<PagedResource, 'fields' | 'filters'> = PAGED[resource];
  return Object.values(filters)
    .filter(({ field }) => fields[field]?.names === 'player')
    .map((filter) => ({ resource, filter }));
});

/** Two players turned out to be one: what was about `from` is about `into`. Each row by itself. */
export async function moveRows(deps: MoveDeps, given: unknown): Promise<void> {
  const { from, into } = movedPlayer.parse(given);
  for (const { resource, field } of PLAYER_FIELDS) {
    const { rows } = await sql<Omit<RowPlace, 'resource'>>`
      select server_id, id from resource_rows
      where resource = ${resource} and data @> ${JSON.stringify({ [field]: from })}::jsonb
    `.execute(deps.db);
    for (const row of rows) await moveRow(deps, { ...row, resource }, field, { from, into });
  }
  for (const { resource, filter } of PLAYER_FILTERS) {
    const { rows } = await sql<{ id: string }>`
      select id from ${tableOf(resource)} where ${isOf(filter, sql`${from}`)}
    `.execute(deps.db);
    for (const { id } of rows)
      await movePaged(deps, { resource, id }, filter.field, { from, into });
  }
}

/** As the indexes of pages have it, which begin with the server. */
function isOf({ kind, field }: Filter, player: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = columnOf(field);
  const named = kind === 'has' ? sql`${column} @> array[${player}]` : sql`${column} = ${player}`;
  return sql`server_id in (select id from servers) and ${named}`;
}

async function moveRow(
  deps: MoveDeps,
  { resource, server_id, id }: RowPlace,
  field: string,
  { from, into }: Moved,
): Promise<void> {
  await change({ ...deps, now: deps.clock() }, async (made) => {
    // They may have become a third one in the meantime; from here on they cannot, until the row is written.
    await holdMerges(made.trx);
    const now = (await resolvePlayer(made.trx, into)) ?? into;
    const { rows } = await sql<KeptRow>`
      update resource_rows set data = jsonb_set(data, array[${field}]::text[], ${JSON.stringify(now)}::jsonb)
      where resource = ${resource} and server_id = ${server_id} and id = ${id} and data->>${field} = ${from}
      returning data, removed_at
    `.execute(made.trx);
    const [moved] = rows;
    if (moved === undefined || moved.removed_at !== null) return;
    const row = readRow(resource, moved.data);
    if (row === null) return;
    made.tell(serverStream(server_id, resource), 'row:put', putOf(resource, row));
  });
}

async function movePaged(
  deps: MoveDeps,
  { resource, id }: { readonly resource: PagedName; readonly id: string },
  field: string,
  { from, into }: Moved,
): Promise<void> {
  const table = tableOf(resource);
  await change({ ...deps, now: deps.clock() }, async (made) => {
    await holdMerges(made.trx);
    const now = (await resolvePlayer(made.trx, into)) ?? into;
    const { rows } = await sql<{ data: unknown }>`
      select data from ${table} where id = ${id} for update
    `.execute(made.trx);
    const [stored] = rows;
    if (stored === undefined) return;
    const before = PAGED_ROW[resource].safeParse(stored.data);
    if (!before.success) {
      const about = { resource, id, player: from };
      deps.log.warn(about, 'a row that cannot be read goes on naming a player who is another one');
      return;
    }
    // Another host may have moved it in the meantime.
    if (![fieldOf(before.data, field)].flat().includes(from)) return;
    const row = withPlayer(before.data, field, { from, into: now });
    await replacePagedRow(made.trx, resource, row);
    const { server_id } = row;
    const told = { resource, server_id, row, before: before.data };
    made.tell(serverStream(server_id, resource), 'row:put', told);
  });
}

/** A row that names one player in place of another, wherever it does; where its field names several, once. */
function withPlayer(row: PagedRow, field: string, { from, into }: Moved): PagedRow {
  const text = JSON.stringify(row, (_, value: unknown) => (value === from ? into : value));
  const moved = JSON.parse(text) as PagedRow;
  const named = fieldOf(moved, field);
  return Array.isArray(named) ? { ...moved, [field]: [...new Set(named)] } : moved;
}

/** Moves what still names players who are others: a host of an older version does not when it makes them one. */
export async function moveLeftRows(deps: MoveDeps): Promise<void> {
  for (const { resource, field } of PLAYER_FIELDS) {
    const { rows } = await sql`
      select muster_id as from, survivor as into from player_aliases
      where not moved
        and muster_id in (select distinct data->>${field} from resource_rows where resource = ${resource})
    `.execute(deps.db);
    for (const merge of rows) await moveRows(deps, merge);
  }
  for (const { resource, filter } of PLAYER_FILTERS) {
    const { rows } = await sql`
      select muster_id as from, survivor as into from player_aliases
      where not moved and exists (
        select from ${tableOf(resource)}
        where ${isOf(filter, sql`player_aliases.muster_id::text`)}
      )
    `.execute(deps.db);
    for (const merge of rows) await moveRows(deps, merge);
  }
}
