import { sql } from 'kysely';
import { KEPT_RESOURCE, KEPT } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { holdMerges, movedPlayer, resolvePlayer } from '../players/merge.ts';
import { readRow, type KeptRow, type RowPlace } from './rows.ts';

export type MoveDeps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** Every field that names a player. */
const PLAYER_FIELDS = KEPT_RESOURCE.flatMap((resource) =>
  Object.entries(KEPT[resource].fields)
    .filter(([, { names }]) => names === 'player')
    .map(([field]) => ({ resource, field })),
);

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
}

async function moveRow(
  deps: MoveDeps,
  { resource, server_id, id }: RowPlace,
  field: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await change({ ...deps, now: deps.clock() }, async (made) => {
    // They may have become a third one meanwhile; from here on they cannot, until the row is written.
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
    made.tell(serverStream(server_id, resource), 'row:put', { resource, server_id, row });
  });
}

/** Moves what still names players who are others: a host of an older version does not when it makes them one. */
export async function moveLeftRows(deps: MoveDeps): Promise<void> {
  for (const { resource, field } of PLAYER_FIELDS) {
    const { rows } = await sql`
      select muster_id as from, survivor as into from player_aliases
      where muster_id in (select distinct data->>${field} from resource_rows where resource = ${resource})
    `.execute(deps.db);
    for (const merge of rows) await moveRows(deps, merge);
  }
}
