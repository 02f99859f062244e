import { effect } from '@preact/signals-core';
import type { ServerRow } from '../../../src/domain/rows.ts';
import { connect } from '../../../src/ui/data/connect.ts';
import { TOP } from '../rows.ts';
import { positions } from './feed.ts';
import type { Contender } from './shown.ts';

/** The product's own worker and the tab's end of its stream, without the portal's pages. */
export function muster(): Contender {
  return {
    open: ({ probeId, shown }) =>
      new Promise((resolve) => {
        const connection = connect();
        const window = { from: 0, to: TOP };
        const list = { view: 'servers', filter: {}, sort: 'players', direction: 'desc' } as const;
        const top = connection.view<ServerRow>({ ...list, window });
        const probe = connection.view<ServerRow>({ view: 'server', server_id: probeId });
        connection.subscribe({ ...list, window }, top);
        connection.subscribe({ view: 'server', server_id: probeId }, probe);
        effect(() => shown.probe(probe.row(probeId).value?.population.players ?? null));
        effect(() => {
          if (top.ids.value.length > 0) resolve();
          shown.top(
            top.ids.value.map((id) => ({
              id,
              players: top.row(id).value?.population.players ?? null,
            })),
          );
        });
      }),
    kept: async () => positions(await stored()),
  };
}

/** The servers as they are on disk. */
async function stored(): Promise<readonly { readonly position: number }[]> {
  const databases = await indexedDB.databases();
  const name = databases.find((one) => one.name?.startsWith('muster-account-'))?.name;
  if (name === undefined) return [];
  const database = await asked(indexedDB.open(name));
  const range = IDBKeyRange.bound('servers/', 'servers0');
  const chunks = (await asked(
    database.transaction('chunks').objectStore('chunks').getAll(range),
  )) as { rows: { position: number }[] }[];
  database.close();
  return chunks.flatMap(({ rows }) => rows);
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(String(request.error)));
  });
}
