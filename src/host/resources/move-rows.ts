import { sql } from 'kysely';
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { RESOURCE, RESOURCES, type ResourceName } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import { resolvePlayer } from '../players/merge.ts';
import { change } from '../change/change.ts';
import { lockRow, markRemoved, putRow, type RowPlace } from './rows.ts';

const payload = z.object({ from: hexId, into: hexId });

/** Two players turned out to be one: what was about `from` is about `into`. Each row by itself. */
export async function moveRows(
  deps: Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>,
  given: unknown,
): Promise<void> {
  const { from, into } = payload.parse(given);
  for (const resource of RESOURCE) {
    for (const field of fieldsAbout(resource)) {
      const { rows } = await sql<Omit<RowPlace, 'resource'>>`
        select server_id, id from resource_rows
        where resource = ${resource} and data->>${field} = ${from}
      `.execute(deps.db);
      for (const { server_id, id } of rows) {
        await change({ ...deps, now: deps.clock() }, async (made) => {
          const kept = await lockRow(made.trx, { resource, server_id, id });
          if (kept === null) return;
          // They may have become a third one meanwhile.
          const now = (await resolvePlayer(made.trx, into)) ?? into;
          const row = { ...kept.row, [field]: now };
          await putRow(made.trx, resource, row);
          if (kept.removed_at !== null) {
            await markRemoved(made.trx, { resource, server_id, id }, kept.removed_at);
            return;
          }
          made.tell(serverStream(server_id, resource), 'row:put', { resource, server_id, row });
        });
      }
    }
  }
}

/** The fields that have the id of a person. */
function fieldsAbout(resource: ResourceName): ReadonlySet<string> {
  const fields = Object.values(RESOURCES[resource].fields);
  return new Set(fields.flatMap(({ about }) => about ?? []));
}
