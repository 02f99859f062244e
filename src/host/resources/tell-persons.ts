import { sql } from 'kysely';
import type { Filter, PagedResource } from '../../protocol/resources/paged.ts';
import {
  KEPT,
  KEPT_RESOURCE,
  PAGED,
  PAGED_RESOURCE,
  type PagedName,
} from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { tellKept } from '../change/kept-rows.ts';
import { tellPaged } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import { PERSON_ROWS, serversOfPlayers } from '../players/joined-rows.ts';
import { changedPersons } from '../players/joins.ts';
import { syncQueuesAbout } from '../queue-sync/due.ts';
import { columnOf, tableOf } from '../store/paged/rows.ts';
import { lockRow, readRow, type RowPlace } from './rows.ts';

type TellDeps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock' | 'log'>;

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

/**
 * Ids mean other persons than before: rows that have one of them are told again, as they are shown now. Each by
 * itself, and nothing of them is written. May run again.
 */
export async function tellPersons(deps: TellDeps, given: unknown): Promise<void> {
  const changed = changedPersons.parse(given);
  const before = new Map(changed.map(({ id, was }) => [id, was]));
  await tellJoined(
    deps,
    changed.map(({ id }) => id),
    changed.flatMap(({ id, was, is }) => [id, was, is]),
  );
  for (const { id } of changed) {
    for (const { resource, field } of PLAYER_FIELDS) {
      const { rows } = await sql<Omit<RowPlace, 'resource'>>`
        select server_id, id from resource_rows
        where resource = ${resource} and data @> ${JSON.stringify({ [field]: id })}::jsonb
      `.execute(deps.db);
      for (const row of rows) await tellRow(deps, { ...row, resource });
    }
    for (const { resource, filter } of PLAYER_FILTERS) {
      const { rows } = await sql<{ id: string }>`
        select id from ${tableOf(resource)} where ${namesSql(resource, filter, id)}
      `.execute(deps.db);
      for (const row of rows) {
        await tellPage(deps, resource, row.id, (one) => before.get(one) ?? one);
      }
    }
  }
}

/** Each server that knows them is told whose ids they are now; `persons`: and whom they were with until now. */
async function tellJoined(
  deps: TellDeps,
  ids: readonly string[],
  persons: readonly string[],
): Promise<void> {
  await change({ ...deps, now: deps.clock() }, async (made) => {
    await holdPersons(made.trx);
    for (const [server, known] of await serversOfPlayers(made.trx, ids)) {
      made.tellRows(PERSON_ROWS, server, known);
    }
    await syncQueuesAbout(made.trx, persons, made.now);
  });
}

/** As the indexes of pages have it, which begin with whose they are. */
function namesSql(resource: PagedName, { kind, field }: Filter, player: string) {
  const column = columnOf(field);
  const named =
    kind === 'has' ? sql`${column} @> array[${player}]::text[]` : sql`${column} = ${player}`;
  const isOfServer = PAGED[resource].scope === 'server';
  return isOfServer ? sql`server_id in (select id from servers) and ${named}` : named;
}

async function tellRow(deps: TellDeps, place: RowPlace): Promise<void> {
  await change({ ...deps, now: deps.clock() }, async (made) => {
    await holdPersons(made.trx);
    const kept = await lockRow(made.trx, place);
    if (kept === null || kept.removed_at !== null) return;
    const row = readRow(place.resource, kept.data);
    if (row !== null) await tellKept(made, place.resource, row);
  });
}

/** `who`: whom ids meant before. */
async function tellPage(
  deps: TellDeps,
  resource: PagedName,
  id: string,
  who: (id: string) => string,
): Promise<void> {
  await change({ ...deps, now: deps.clock() }, async (made) => {
    await holdPersons(made.trx);
    const { rows } = await sql<{ data: unknown }>`
      select data from ${tableOf(resource)} where id = ${id} for update
    `.execute(made.trx);
    if (rows[0] === undefined) return;
    const read = PAGED_ROW[resource].safeParse(rows[0].data);
    if (!read.success) {
      deps.log.warn({ resource, id }, 'a row that cannot be read is not told as another person');
      return;
    }
    await tellPaged(made, resource, read.data, read.data, who);
  });
}
